import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  findBox,
  readSampleEntry,
  readTracks,
  requireBox,
  writeFileType,
  writeFragment,
  writeFragmentedMovie,
  type Mp4Track,
} from '../../../packages/mp4/src/index.ts';
import { root } from '../../lib/root.ts';

/** The demo camera's small picture: real H.264 and AAC of FFmpeg. */
const movie: Uint8Array = new Uint8Array(readFileSync(join(root, 'packages/camera-agent/assets/street-calm-low.mp4')));

const whole = { content: 0, end: movie.length };
export const movieTracks: readonly Mp4Track[] = readTracks(movie, requireBox(movie, whole, 'moov'));
export const avcConfiguration: Uint8Array = configurationOf('video');

/** NAL units of the first pictures, cut short. */
export const nalUnits: readonly Uint8Array[] = unitsOf(movie.subarray(requireBox(movie, whole, 'mdat').content)).slice(0, 8);

const entry = movieTracks.find(({ kind }) => kind === 'video')?.sampleEntry ?? new Uint8Array();
export const movieHead: Uint8Array = movie.subarray(0, findBox(movie, whole, 'mdat')?.start ?? 0);
/** What the server sends and records: two fragments of one picture each behind their init section. */
export const fragmentedMovie: Uint8Array = Buffer.concat([
  writeFileType('iso5', ['iso5', 'mp41']),
  writeFragmentedMovie([{ kind: 'video', timescale: 90_000, width: 320, height: 180, sampleEntries: [entry] }], null),
  ...nalUnits
    .slice(0, 4)
    .map((unit, index) =>
      writeFragment(index * 2, [
        { trackId: 1, samples: [{ decodeTime: index * 3600, duration: 3600, compositionOffset: 0, keyFrame: index === 0, data: unit }] },
      ]),
    ),
]);

export const sps1080: Uint8Array = Buffer.from('Z01AKOygPAET8uAtQYBBkAAAAwAQAAADAyDxgxlg', 'base64');
/** High profile. */
export const spsHigh: Uint8Array = Buffer.from('Z2QAH6zZQFAFuwEQAAADABAAAAMDIPGDGWA=', 'base64');
export const pps: Uint8Array = Buffer.from('aOvssg==', 'base64');
export const vpsHevc: Uint8Array = Buffer.from('QAEMAf//AWAAAAMAkAAAAwAAAwB4lZgJ', 'base64');
export const spsHevc: Uint8Array = Buffer.from('QgEBAWAAAAMAkAAAAwAAAwB4oAPAgBDlllZJJMrwFoCAAAADAIAAAAyE', 'base64');
export const ppsHevc: Uint8Array = Buffer.from('RAHBcrRiQA==', 'base64');

/** Text or numbers as bytes. */
export function bytesOf(...parts: readonly (string | readonly number[] | Uint8Array)[]): Uint8Array {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
}

function configurationOf(kind: Mp4Track['kind']): Uint8Array {
  const track = movieTracks.find((one) => one.kind === kind);
  return (track && readSampleEntry(track).configuration) ?? new Uint8Array();
}

/** Units behind their lengths, up to the first invalid one. */
function unitsOf(data: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = [];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 0; at + 4 < data.length && view.getUint32(at) < data.length - at;) {
    const end = at + 4 + view.getUint32(at);
    units.push(data.subarray(at + 4, Math.min(end, at + 400)));
    at = end;
  }
  return units;
}
