import type { ReactNode } from 'react';
import { encode } from 'uqr';
import './qr-code.css';

/** White margin around the code, modules: with less, some cameras do not find it (ISO/IEC 18004). */
const quietZone = 4;

/**
 * A QR code as large as its place allows, always dark on white: cameras reliably read nothing else.
 * Only lazy screens may import it, to keep the encoder out of the first screen.
 * @param text content; a shorter one has larger modules and is easier to read
 * @param label its purpose, for screen readers
 */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const { data } = encode(text, { ecc: 'M', border: 0 });
  const size = data.length + 2 * quietZone;
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={qrPath(data)} />
    </svg>
  );
}

/** Returns a path of the dark modules, with each run of a row as one rectangle; a single path draws without seams. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
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
