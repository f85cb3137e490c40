// Which printed numbers belong on the chart.

import { describe, expect, it } from 'vitest';
import { levelsOf } from './published';

describe('printed numbers', () => {
  it('draws scores only', () => {
    const numbers = [
      { quantity: 'score %', value: 71, words: null },
      { quantity: 'wins %', value: 37, words: null },
      { quantity: 'score %', value: null, words: 'about half' },
    ];
    expect(levelsOf(numbers)).toEqual([{ name: 'published: score %', value: 71 }]);
  });
});
