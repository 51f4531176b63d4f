import { walkBoxes, type BoxSpan } from '../packaging/walk.ts';
import { audioTrackId } from '../packaging/init-section.ts';

/** What a clip takes over from an init section of ours, a track each. */
export interface InitTrack {
  readonly kind: 'video' | 'audio';
  readonly timescale: number;
  /** The whole sample entry: avc1 or mp4a with its configuration. */
  readonly sampleEntry: Uint8Array;
  /** Pixels; 0 for audio. */
  readonly width: number;
  readonly height: number;
}

/** @throws {TypeError} when the bytes are not an init section of ours */
export function readInitTracks(init: Uint8Array): InitTrack[] {
  const view = new DataView(init.buffer, init.byteOffset, init.byteLength);
  const child = (parent: BoxSpan, ...path: string[]): BoxSpan => {
    const [type = '', ...rest] = path;
    const found = [...walkBoxes(init, parent.content, parent.end)].find((span) => span.type === type);
    if (!found) throw new TypeError(`The init section has no box ${type}.`);
    return rest.length > 0 ? child(found, ...rest) : found;
  };
  const moov = [...walkBoxes(init)].find(({ type }) => type === 'moov');
  if (!moov) throw new TypeError('The init section has no moov.');
  return [...walkBoxes(init, moov.content, moov.end)].filter(({ type }) => type === 'trak').map((trak): InitTrack => {
    const header = child(trak, 'tkhd').content;
    const description = child(trak, 'mdia', 'minf', 'stbl', 'stsd');
    const [entry] = walkBoxes(init, description.content + 8, description.end);
    if (!entry) throw new TypeError('The init section describes no samples.');
    return {
      kind: view.getUint32(header + 12) === audioTrackId ? 'audio' : 'video',
      timescale: view.getUint32(child(trak, 'mdia', 'mdhd').content + 12),
      sampleEntry: init.slice(entry.start, entry.end),
      width: view.getUint16(header + 76),
      height: view.getUint16(header + 80),
    };
  });
}
