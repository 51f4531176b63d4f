import { box, concatBytes } from './boxes.ts';
import { audioTrackId } from './init-section.ts';
import { walkBoxes, type BoxSpan } from './walk.ts';

/** An init section of ours without its audio track: what somebody gets who may not hear. */
export function stripAudioFromInit(init: Uint8Array): Uint8Array {
  const view = new DataView(init.buffer, init.byteOffset, init.byteLength);
  const slice = ({ start, end }: BoxSpan): Uint8Array => init.subarray(start, end);
  const children = (parent: BoxSpan): BoxSpan[] => [...walkBoxes(init, parent.content, parent.end)];
  const isAudio = (child: BoxSpan): boolean => {
    if (child.type === 'trex') return view.getUint32(child.content + 4) === audioTrackId;
    const header = child.type === 'trak' ? children(child).find(({ type }) => type === 'tkhd') : undefined;
    return header !== undefined && view.getUint32(header.content + 12) === audioTrackId;
  };
  const rebuild = (span: BoxSpan): Uint8Array =>
    span.type === 'moov' || span.type === 'mvex'
      ? box(span.type, ...children(span).filter((child) => !isAudio(child)).map(rebuild))
      : slice(span);
  return concatBytes([...walkBoxes(init)].map(rebuild));
}
