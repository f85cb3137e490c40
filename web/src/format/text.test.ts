import { describe, expect, it } from 'vitest';
import { decoded } from './text';

const bytes = (...values: number[]): ArrayBuffer => new Uint8Array(values).buffer;

describe('the text of a file', () => {
  it('is read as UTF-8 where it is that', () => {
    expect(decoded(bytes(0x4b, 0xc3, 0xb6))).toEqual({ text: 'Kö', isLatin1: false });
  });

  it('is read as Latin-1 elsewhere, and says so', () => {
    expect(decoded(bytes(0x4b, 0xf6))).toEqual({ text: 'Kö', isLatin1: true });
  });
});
