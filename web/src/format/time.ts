// Times as the pages print them: clocks, durations and dates.

/** A clock's face: 1:05, 12:00, 1:02:03; tenths below ten seconds. */
export function clockFace(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(left / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? `${part}` : `${part}`.padStart(2, '0'))).join(':');
}

/** About how long something takes: "8 s", "3 min", "2 h 10 min". */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return '–';
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** A date and time, as the server writes it, in the reader's own zone; what is no moment stays as it is. */
export function dateTime(text: string): string {
  const moment = new Date(text);
  if (!text.includes('T') || Number.isNaN(moment.getTime())) return text;
  return moment.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
