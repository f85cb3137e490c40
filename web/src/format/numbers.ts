// Numbers as the pages print them: fixed decimals so that columns align, real minus signs, and never "NaN".

const MINUS = '\u2212';

/** A number with fixed decimals; a dash where there is none. */
export function fixed(value: number | null | undefined, decimals = 2): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  return value.toFixed(decimals).replace('-', MINUS);
}

/** Like `fixed`, with a sign also when positive. */
export function signed(value: number | null | undefined, decimals = 2): string {
  const text = fixed(value, decimals);
  return value !== null && value !== undefined && value > 0 ? `+${text}` : text;
}

/** A whole number with thin spaces between thousands. */
export function count(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  return Math.round(value)
    .toString()
    .replace('-', MINUS)
    .replace(/\B(?=(\d{3})+$)/g, '\u2009');
}

/** So many games. */
export function games(value: number): string {
  return `${count(value)} ${value === 1 ? 'game' : 'games'}`;
}

/** A share between 0 and 1 as per cent. */
export function percent(share: number | null | undefined, decimals = 1): string {
  const text = fixed(share === null || share === undefined ? share : share * 100, decimals);
  return text === '–' ? text : `${text}\u2009%`;
}

/** Large counts of nodes: 12.3 k, 4.56 M. */
export function magnitude(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const units: [number, string][] = [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ];
  const unit = units.find(([size]) => Math.abs(value) >= size);
  return unit ? `${(value / unit[0]).toPrecision(3)}\u2009${unit[1]}` : value.toFixed(0);
}

/** The size of a file. */
export function bytes(value: number): string {
  return `${magnitude(value)}${value < 1000 ? '\u2009' : ''}B`;
}
