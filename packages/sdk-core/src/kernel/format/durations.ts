/** Formats a duration like a clock. @param duration milliseconds @example formatDuration(62_000) // '1:02' */
export function formatDuration(duration: number): string {
  const seconds = Math.max(0, Math.floor(duration / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
