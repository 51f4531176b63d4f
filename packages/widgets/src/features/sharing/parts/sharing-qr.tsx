import type { JSX } from 'react';
import { encode } from 'uqr';
import { saveFile } from '../../../element/save-file.ts';

/** White margin around the code, modules: with less, some cameras do not find it (ISO/IEC 18004). */
const quietZone = 4;
/** Pixels of a module in the downloaded picture, so that it can be printed. */
const modulePx = 12;

/** The link as a QR code, always dark on white: cameras reliably read nothing else. Loaded with the first link. */
export function SharingQr({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const rows = modulesOf(text);
  const size = rows.length + 2 * quietZone;
  return (
    <svg className="wp-share-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={pathOf(rows)} />
    </svg>
  );
}

/** Downloads the code as a PNG. */
export async function saveQr(text: string, name: string): Promise<void> {
  const rows = modulesOf(text);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = (rows.length + 2 * quietZone) * modulePx;
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) pen.fillRect((x + quietZone) * modulePx, (y + quietZone) * modulePx, modulePx, modulePx);
    }
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob) saveFile(blob, name);
}

function modulesOf(text: string): readonly (readonly boolean[])[] {
  return encode(text, { ecc: 'M', border: 0 }).data;
}

/** A path of the dark modules, with each run of a row as one rectangle; a single path draws without seams. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = [];
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      runs.push(`M${start + quietZone} ${y + quietZone}h${x - start + 1}v1h-${x - start + 1}z`);
    }
  }
  return runs.join('');
}
