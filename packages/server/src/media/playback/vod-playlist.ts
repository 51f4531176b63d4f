/** One segment of a playlist. */
export interface PlaylistSegment {
  readonly startMs: number;
  readonly durationMs: number;
  readonly initHash: string;
}

/** Shorter seams do not count: clocks are adjusted by a few ms. */
const maxSeamMs = 100;

/**
 * Builds an HLS playlist of recorded segments; addresses are relative to the playlist's own. After a discontinuity a segment
 * includes its init section, because VLC 3 restarts there without reading one.
 */
export function buildVodPlaylist(segments: readonly PlaylistSegment[]): string {
  const longest = segments.reduce((most, { durationMs }) => Math.max(most, durationMs), 1000);
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(longest / 1000)}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
  let previous: PlaylistSegment | null = null;
  segments.forEach((segment, index) => {
    const { startMs, durationMs, initHash } = segment;
    const isCut =
      previous !== null && (Math.abs(startMs - previous.startMs - previous.durationMs) > maxSeamMs || initHash !== previous.initHash);
    if (isCut) lines.push('#EXT-X-DISCONTINUITY');
    if (initHash !== previous?.initHash) lines.push(`#EXT-X-MAP:URI="init-${initHash}.mp4"`);
    if (previous === null || isCut) lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(startMs).toISOString()}`);
    // Without a discontinuity the next segment starts where this one ends, so small seams count as part of this one.
    const next = segments[index + 1];
    const step = next && next.initHash === initHash ? next.startMs - startMs : durationMs;
    lines.push(
      `#EXTINF:${((Math.abs(step - durationMs) <= maxSeamMs ? step : durationMs) / 1000).toFixed(3)},`,
      `${startMs}.m4s${isCut ? '?init' : ''}`,
    );
    previous = segment;
  });
  lines.push('#EXT-X-ENDLIST', '');
  return lines.join('\n');
}
