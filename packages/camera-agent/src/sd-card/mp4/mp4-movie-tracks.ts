import type { FrameTracks } from '../../link/kept-frames.ts';
import { box, fullBox, u16, u32 } from './mp4-boxes.ts';
import type { MovieTrack } from './mp4-movie.ts';

const videoId = 1;
const audioId = 2;
/** Divides the usual frame rates and the clocks of cameras evenly, ticks a second. */
const videoTimescale = 90_000;

/** The tracks of a movie of what an agent sends. */
export function movieTracks({ video, audio }: FrameTracks): MovieTrack[] {
  const { width, height } = video;
  const configuration = box('avcC', Buffer.from(video.configuration, 'base64'));
  // A visual sample entry: reserved, one frame a sample, 72 dpi, no name of a compressor, 24 bits.
  const picture = box('avc1', Buffer.alloc(6), u16(1), Buffer.alloc(16), u16(width), u16(height), u32(0x480000, 0x480000, 0), u16(1), Buffer.alloc(32), u16(0x18), u16(0xffff), configuration);
  const tracks: MovieTrack[] = [{ id: videoId, kind: 'video', timescale: videoTimescale, width, height, description: describe(picture) }];
  if (audio) {
    const { channels, sampleRate } = audio;
    const sound = box('mp4a', Buffer.alloc(6), u16(1), Buffer.alloc(8), u16(channels), u16(16), u32(0), u16(sampleRate < 0x10000 ? sampleRate : 0), u16(0), elementaryStream(Buffer.from(audio.configuration, 'base64')));
    tracks.push({ id: audioId, kind: 'audio', timescale: sampleRate, width: 0, height: 0, description: describe(sound) });
  }
  return tracks;
}

function describe(entry: Buffer): Buffer {
  return fullBox('stsd', 0, 0, u32(1), entry);
}

/** The descriptors around an AudioSpecificConfig (ISO/IEC 14496-1): stream, AAC without a known bit rate, plain MP4. */
function elementaryStream(configuration: Buffer): Buffer {
  const descriptor = (tag: number, ...contents: readonly Buffer[]): Buffer => {
    const content = Buffer.concat(contents);
    return Buffer.concat([Buffer.from([tag, 0x80 | (content.length >> 21), 0x80 | ((content.length >> 14) & 0x7f), 0x80 | ((content.length >> 7) & 0x7f), content.length & 0x7f]), content]);
  };
  const decoder = descriptor(4, Buffer.from([0x40, 0x15, 0, 0, 0]), u32(0, 0), descriptor(5, configuration));
  return fullBox('esds', 0, 0, descriptor(3, u16(0), Buffer.from([0]), decoder, descriptor(6, Buffer.from([2]))));
}
