// Where the person is: `#/page/rest?key=value`. Hash routes need nothing from the server, and secrets in them (a seat's
// link) are never sent to it by the browser.

export interface Route {
  page: string;
  rest: string[];
  query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(decodePart);
  return { page: parts[0] ?? '', rest: parts.slice(1), query: new URLSearchParams(query) };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function linkTo(page: string, rest: string[] = [], query: Record<string, string> = {}): string {
  const path = [page, ...rest].map(encodeURIComponent).join('/');
  const search = new URLSearchParams(query).toString();
  return `#/${path}${search === '' ? '' : `?${search}`}`;
}

class Location {
  #route = $state.raw<Route>(parseRoute(''));

  get route(): Route {
    return this.#route;
  }

  /** Follows the address bar; returns how to stop. */
  follow(): () => void {
    const update = (): void => {
      this.#route = parseRoute(window.location.hash);
    };
    update();
    window.addEventListener('hashchange', update);
    return () => window.removeEventListener('hashchange', update);
  }
}

export const location = new Location();

export function go(link: string): void {
  window.location.hash = link;
}
