import { requireBox, walkBoxes, type BoxSpan } from '../boxes/box-reader.ts';
import { box } from '../boxes/box-writer.ts';
import { contentView, hasWideTimes } from '../tracks/track-reader.ts';

/**
 * Copies a `moov` box without some of its tracks; everything else stays the same.
 * @param keeps returns whether to keep a track, by its id
 * @throws {Mp4Error} when a track has no id
 */
export function filterTracks(bytes: Uint8Array, moov: BoxSpan, keeps: (trackId: number) => boolean): Uint8Array<ArrayBuffer> {
  const copy = (parent: BoxSpan, children: (child: BoxSpan) => Uint8Array[]): Uint8Array<ArrayBuffer> =>
    box(parent.type, ...[...walkBoxes(bytes, parent.content, parent.end)].flatMap(children));
  const keep = (child: BoxSpan): Uint8Array[] => {
    const trackId =
      child.type === 'trex' ? contentView(bytes, child, 8).getUint32(4) : child.type === 'trak' ? readTrackId(bytes, child) : null;
    return trackId === null || keeps(trackId) ? [bytes.subarray(child.start, child.end)] : [];
  };
  return copy(moov, (child) => (child.type === 'mvex' ? [copy(child, keep)] : keep(child)));
}

function readTrackId(bytes: Uint8Array, trak: BoxSpan): number {
  const header = requireBox(bytes, trak, 'tkhd');
  const at = hasWideTimes(bytes, header) ? 20 : 12;
  return contentView(bytes, header, at + 4).getUint32(at);
}
