/** One recorded segment of a playlist. */
export interface ArchiveSegment {
  /** Absolute address of the media. */
  readonly url: string;
  /** Time of its first frame, Unix milliseconds. */
  readonly startMs: number;
  readonly durationMs: number;
  /** Absolute URL of its init section. */
  readonly initUrl: string;
  /** A gap precedes the segment, or its tracks differ from those of the previous one. */
  readonly discontinuity: boolean;
}

/** A stretch of the archive as its playlist lists it: segments in the order of their times. */
export interface ArchivePlaylist {
  readonly segments: readonly ArchiveSegment[];
}

/**
 * Parses the part of HLS (RFC 8216) that the server writes: EXTINF, MAP, PROGRAM-DATE-TIME, DISCONTINUITY. Unknown tags are skipped.
 * @param playlistUrl base for the playlist's relative URLs
 * @throws {TypeError} when it is not a playlist, or a segment has no duration, time or init section
 */
export function parsePlaylist(text: string, playlistUrl: string): ArchivePlaylist {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines[0] !== '#EXTM3U') throw new TypeError('This is not an HLS playlist.');
  const segments: ArchiveSegment[] = [];
  let initUrl: string | null = null;
  let start = Number.NaN;
  let duration = Number.NaN;
  let discontinuity = false;
  for (const line of lines.slice(1)) {
    if (line === '') continue;
    const [tag = '', value = ''] = line.startsWith('#') ? split(line) : [];
    if (tag === '#EXTINF') duration = Number.parseFloat(value) * 1000;
    else if (tag === '#EXT-X-PROGRAM-DATE-TIME') start = Date.parse(value);
    else if (tag === '#EXT-X-DISCONTINUITY') discontinuity = true;
    else if (tag === '#EXT-X-MAP') {
      const uri = /URI="([^"]*)"/.exec(value)?.[1];
      if (uri === undefined) throw new TypeError('An init section in the playlist has no address.');
      const url = new URL(uri, playlistUrl).href;
      discontinuity ||= initUrl !== null && initUrl !== url;
      initUrl = url;
    } else if (tag === '') {
      if (initUrl === null || !(duration >= 0) || Number.isNaN(start))
        throw new TypeError(`The segment ${line} has no duration, time or init section.`);
      segments.push({ url: new URL(line, playlistUrl).href, startMs: Math.round(start), durationMs: duration, initUrl, discontinuity });
      start += duration;
      duration = Number.NaN;
      discontinuity = false;
    }
  }
  return { segments };
}

function split(line: string): [string, string] {
  const colon = line.indexOf(':');
  return colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1)];
}
