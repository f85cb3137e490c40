// Small languages, there and back.

import { describe, expect, it } from 'vitest';
import {
  numbersProblem,
  patternProblem,
  readNumbers,
  readPattern,
  readPlayer,
  writeNumbers,
  writePlayer,
} from './written';

const PATTERNS = [
  { word: 'ones', title: '', number: null },
  { word: 'uniform', title: '', number: null },
  { word: 'uniform_', title: '', number: { min: 0, max: 1, usual: 0.1 } },
];
const PLAYERS = ['material', 'net:experiment-1-run-1', 'random'].map((id) => ({ id }));

describe('what files say', () => {
  it('is a word, or one with a number', () => {
    expect(readPattern(PATTERNS, 'ones')).toEqual({ pattern: PATTERNS[0], number: '' });
    expect(readPattern(PATTERNS, 'uniform')?.pattern).toBe(PATTERNS[1]);
    expect(readPattern(PATTERNS, 'uniform_0.5')).toEqual({ pattern: PATTERNS[2], number: '0.5' });
    expect(readPattern(PATTERNS, 'else')).toBeNull();
    const numbered = PATTERNS[2] as (typeof PATTERNS)[number];
    expect(['0.5', '', 'x', '7'].map((number) => patternProblem(numbered, number) === '')).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
  it('is a list of numbers', () => {
    expect(readNumbers('[32, 16]')).toBe('32, 16');
    expect(writeNumbers('32  16,')).toBe('[32, 16]');
    expect(writeNumbers(' ')).toBe('');
    expect(numbersProblem('32, 16', 1, 40, 2)).toBe('');
    expect(numbersProblem('0', 1, 40, 2)).not.toBe('');
    expect(numbersProblem('1 2 3', 1, 40, 2)).not.toBe('');
  });
  it('is a player with settings', () => {
    for (const text of ['random', 'material:depth=2,quiescence', 'net:experiment-1-run-1,depth=2']) {
      const choice = readPlayer(PLAYERS, text);
      expect(choice && writePlayer(choice)).toBe(text);
    }
    expect(readPlayer(PLAYERS, 'material:depth=2')?.settings).toEqual({ depth: 2 });
    expect(readPlayer(PLAYERS, 'net:shipped/chess.safetensors')).toBeNull();
  });
});
