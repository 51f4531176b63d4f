const unsafe = /[\p{C}"*/:<>?\\|]+/gu;
const maxTitleBytes = 150;

/**
 * Names a file of a camera's footage after the camera and its local time, so that those of two cameras, and of an hour that clocks
 * repeat, never collide. Valid on every file system, whatever the camera's name.
 * @param offsetMs of the camera's time zone from UTC at that time, milliseconds
 * @param extension without its dot
 * @example footageFileName({ title: 'Front door', time: Date.UTC(2026, 9, 25, 1, 30), offsetMs: 3_600_000 }, 'mp4') // 'Front door 2026-10-25 02.30.00+0100.mp4'
 */
export function footageFileName(
  { title, time, offsetMs }: { readonly title: string; readonly time: number; readonly offsetMs: number },
  extension: string,
): string {
  const local = new Date(Math.min(time, maxTime) + offsetMs).toISOString();
  const minutes = Math.round(Math.abs(offsetMs) / 60_000);
  const offset = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join('');
  const clock = local.slice(11, 19).replaceAll(':', '.');
  return `${safeTitle(title)} ${local.slice(0, 10)} ${clock}${offsetMs < 0 ? '-' : '+'}${offset}.${extension}`;
}

/** The last day whose year has four digits, Unix milliseconds. */
const maxTime = Date.UTC(9999, 11, 30);

/** Without what some file system forbids, and what makes a name look like another one: invisible characters and changes of direction. */
function safeTitle(title: string): string {
  const plain = title.normalize('NFC').replaceAll(unsafe, ' ').replaceAll(/\s+/g, ' ');
  let kept = '';
  let bytes = 0;
  for (const character of plain) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4;
    if (bytes > maxTitleBytes) break;
    kept += character;
  }
  // A leading dot hides a file, and a dash makes it an option.
  return kept.replace(/^[\s.~-]+/, '').trim() || 'camera';
}
