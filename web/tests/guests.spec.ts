// A studio that others can reach: whoever is given a seat's link plays that game, and sees nothing else.

import { beforeAll, expect, it } from 'vitest';
import { arriveAtGame, beginGame, clickMove, eventually, moves, Stage, type Visitor } from './harness';

const stage = new Stage(['--host', '0.0.0.0']);
const { studio } = stage;
let owner: Visitor;
let guest: Visitor;

beforeAll(async () => {
  owner = await stage.visit();
  guest = await stage.visit();
});

it('lets a guest play by a link that holds no token', async () => {
  const token = new URL(studio.link).searchParams.get('token') ?? '';
  expect(token.length).toBeGreaterThan(20);
  await owner.page.goto(studio.link);
  await beginGame(owner.page, studio.address, { against: 'A person, by link' });
  const link = await owner.page.getByLabel('Send this link to the other person').inputValue();
  expect(link).not.toContain(token);
  // The link names this machine as others know it; the guest of this test comes from within.
  const { pathname, search, hash } = new URL(link);
  await guest.page.goto(studio.address + pathname + search + hash);
  await arriveAtGame(guest.page);
  expect(new URL(guest.page.url()).search).toBe('');
  await clickMove(owner.page, 'e2', 'e4');
  await eventually(async () => (await moves(guest.page)).length === 1, 'the first move at the guest');
  await clickMove(guest.page, 'e7', 'e5', true);
  await eventually(async () => (await moves(owner.page)).join(' ') === 'e4 e5', 'the answer at the owner');
});

it('shows the guest nothing but the game', async () => {
  const { page } = guest;
  await eventually(
    async () => (await page.getByRole('link', { name: 'Experiments' }).count()) === 0,
    'no rail',
  );
  expect(await page.getByRole('button', { name: 'New game' }).count()).toBe(0);
  const refused = await page.evaluate(async () =>
    Promise.all(
      ['/api/experiments', '/api/games', '/api/nets', '/api/events?topics=experiments'].map(
        async (path) => (await fetch(path)).status,
      ),
    ),
  );
  expect(refused).toEqual([403, 403, 403, 403]);
  const game = page.url();
  await page.goto(`${studio.address}/#/experiments`);
  await page.getByRole('heading', { name: 'One game' }).waitFor();
  await page.goto(game);
  await arriveAtGame(page);
  await eventually(async () => (await moves(page)).length === 2, 'the game again after coming back');
  expect([...owner.faults, ...guest.faults]).toEqual([]);
});

it('shows the owner the link for others, with its code, and the guest none of it', async () => {
  const { page } = owner;
  const about = (visitor: Visitor): Promise<{ share: { link: string } | null }> =>
    visitor.page.evaluate(async () => (await fetch('/api/about')).json());
  const { share } = await about(owner);
  expect((await about(guest)).share).toBeNull();
  await page.goto(`${studio.address}/#/library/sharing`);
  // A machine without a network has nobody to share with.
  if (share === null) return;
  expect(await page.getByLabel('The link for another machine').inputValue()).toBe(share.link);
  expect(share.link).toContain('?token=');
  await page.getByRole('img', { name: 'The link as a QR code' }).waitFor();
});
