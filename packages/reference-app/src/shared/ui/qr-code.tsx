import type { ReactNode } from 'react';
import { encode } from 'uqr';
import './qr-code.css';

/** White around the code, modules: less, and some cameras do not find it (ISO/IEC 18004). */
const quietZone = 4;

/**
 * A QR code, always dark on white: cameras read nothing else for sure. As large as its place allows.
 * Imported by lazy screens only: the encoder does not belong into the first screen.
 * @param text what it says; the shorter, the larger its modules and the easier to read
 * @param label what it is for, read aloud in its place
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

/** The dark modules, each run of a row as one rectangle; one path draws without seams. */
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
