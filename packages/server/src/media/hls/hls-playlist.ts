import { durationOf, type HlsSegment } from './hls-types.ts';

/** Parts are listed for the newest segments only: no player fetches older ones in parts. */
const segmentsWithParts = 3;
const minPartTargetSeconds = 0.25;

export interface HlsWindow {
  readonly segments: readonly HlsSegment[];
  /** Number of discontinuities that have left the window. */
  readonly discontinuitySequence: number;
  /** Duration of the longest segment so far, whole seconds; it must not shrink when that segment has left the window (RFC 8216, 6.2.1). */
  readonly targetDuration: number;
}

/**
 * Builds the low-latency playlist of a window of segments (RFC 8216bis); addresses are relative to the playlist.
 * @param window contains at least one segment; the last one may still grow
 */
export function livePlaylist({ segments, discontinuitySequence, targetDuration }: HlsWindow): string {
  const durations = segments.flatMap(({ parts }) => parts.map(({ duration }) => duration));
  const longest = maxPartSeconds(durations);
  const partTarget = Math.max(minPartTargetSeconds, ...durations.filter((duration) => duration <= longest));
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    `#EXT-X-TARGETDURATION:${targetDuration}`,
    `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=${(partTarget * 3).toFixed(3)}`,
    `#EXT-X-PART-INF:PART-TARGET=${partTarget.toFixed(3)}`,
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.sequence ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitySequence}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
  let initHash: string | null = null;
  segments.forEach((segment, index) => {
    if (segment.isDiscontinuity && index > 0) lines.push('#EXT-X-DISCONTINUITY');
    if (segment.initHash !== initHash) lines.push(`#EXT-X-MAP:URI="init-${segment.initHash}.mp4"`);
    initHash = segment.initHash;
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.startMs).toISOString()}`);
    const isRegular = segment.parts.every(({ duration }) => duration <= longest);
    if (index >= segments.length - segmentsWithParts && (isRegular || !segment.isComplete)) {
      segment.parts.forEach((part, number) => {
        lines.push(
          `#EXT-X-PART:DURATION=${part.duration.toFixed(5)},URI="${segment.sequence}.${number}.m4s"${part.isIndependent ? ',INDEPENDENT=YES' : ''}`,
        );
      });
    }
    if (segment.isComplete) lines.push(`#EXTINF:${durationOf(segment).toFixed(5)},`, `${segment.sequence}.m4s`);
  });
  const last = segments.at(-1);
  if (last) {
    const [sequence, part] = last.isComplete ? [last.sequence + 1, 0] : [last.sequence, last.parts.length];
    lines.push(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${sequence}.${part}.m4s"`);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Returns the maximum duration of parts that count, in seconds. A longer part contains a pause of the camera: counting it would
 * keep every player three pauses behind.
 */
function maxPartSeconds(durations: readonly number[]): number {
  const sorted = durations.toSorted((a, b) => a - b);
  return Math.max(2 * minPartTargetSeconds, 2 * (sorted[Math.floor(sorted.length / 2)] ?? 0));
}
