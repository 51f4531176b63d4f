import { requireBox, viewOf, walkBoxes, type BoxSpan } from '../boxes/box-reader.ts';
import { box } from '../boxes/box-writer.ts';
import { hasWideTimes } from '../tracks/track-reader.ts';

/**
 * Copies a `moov` box without some of its tracks; everything else stays the same.
 * @param keeps returns whether to keep a track, by its id
 */
export function filterTracks(bytes: Uint8Array, moov: BoxSpan, keeps: (trackId: number) => boolean): Uint8Array<ArrayBuffer> {
  const view = viewOf(bytes);
  const rebuild = (parent: BoxSpan): Uint8Array<ArrayBuffer> =>
    box(
      parent.type,
      ...[...walkBoxes(bytes, parent.content, parent.end)].flatMap((child) => {
        if (child.type === 'mvex') return [rebuild(child)];
        const trackId =
          child.type === 'trex' ? view.getUint32(child.content + 4) : child.type === 'trak' ? readTrackId(bytes, child) : null;
        return trackId === null || keeps(trackId) ? [bytes.subarray(child.start, child.end)] : [];
      }),
    );
  return rebuild(moov);
}

function readTrackId(bytes: Uint8Array, trak: BoxSpan): number {
  const header = requireBox(bytes, trak, 'tkhd');
  return viewOf(bytes).getUint32(header.content + (hasWideTimes(bytes, header) ? 20 : 12));
}
