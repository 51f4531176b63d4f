import { randomBytes } from 'node:crypto';
import { isHevc, videoTimescale, type AudioTrack, type Sample, type VideoTrack } from '../media-types.ts';
import { packetiseH264, type RtpPayload } from '../webrtc/h264-packetiser.ts';
import { packetiseHevc } from './hevc-packetiser.ts';

/** Turns the samples of one track into RTP packets and sender reports (RFC 3550). */
export interface RtpStream {
  /** @param presentation in ticks of the track, Unix time */
  packets(sample: Sample, track: VideoTrack | AudioTrack, presentation: number): Buffer[];
  /** Returns a sender report with the capture time of the last packets, so that players synchronize audio and video; null before the first. */
  report(): Buffer | null;
}

export const payloadTypes = { video: 96, audio: 97 } as const;

/** Seconds from 1900 to 1970. */
const ntpOffset = 2_208_988_800;
const canonicalName = Buffer.from('watchpost');

export function createRtpStream(kind: 'video' | 'audio'): RtpStream {
  const ssrc = randomBytes(4);
  let sequence = randomBytes(2).readUInt16BE();
  let last: { readonly presentation: number; readonly timescale: number } | null = null;
  let packetCount = 0;
  let octetCount = 0;
  return {
    packets: (sample, track, presentation) => {
      last = { presentation, timescale: track.kind === 'video' ? videoTimescale : track.sampleRate };
      return payloadsOf(sample, track).map(({ payload, marker }) => {
        const header = Buffer.alloc(12);
        header[0] = 0x80;
        header[1] = (marker ? 0x80 : 0) | payloadTypes[kind];
        header.writeUInt16BE(sequence, 2);
        header.writeUInt32BE(presentation % 2 ** 32, 4);
        ssrc.copy(header, 8);
        sequence = (sequence + 1) & 0xffff;
        packetCount += 1;
        octetCount += payload.length;
        return Buffer.concat([header, payload]);
      });
    },
    report: () => last && Buffer.concat([senderReport(ssrc, last, packetCount, octetCount), sourceDescription(ssrc)]),
  };
}

function payloadsOf(sample: Sample, track: VideoTrack | AudioTrack): RtpPayload[] {
  if (track.kind === 'video') return isHevc(track) ? packetiseHevc(sample, track) : packetiseH264(sample, track);
  const frame = Buffer.from(sample.data.buffer, sample.data.byteOffset, sample.data.byteLength);
  return [{ payload: track.codec === 'opus' ? frame : withAccessUnitHeader(frame), marker: true }];
}

/** One AAC frame with its header of 13 bits of size and 3 of index (RFC 3640, mode AAC-hbr). */
function withAccessUnitHeader(frame: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt16BE(16, 0);
  header.writeUInt16BE((frame.length << 3) & 0xffff, 2);
  return Buffer.concat([header, frame]);
}

function senderReport(
  ssrc: Buffer,
  { presentation, timescale }: { readonly presentation: number; readonly timescale: number },
  packetCount: number,
  octetCount: number,
): Buffer {
  const seconds = Math.floor(presentation / timescale);
  const report = Buffer.alloc(28);
  report.set([0x80, 200, 0, 6]);
  ssrc.copy(report, 4);
  report.writeUInt32BE((seconds + ntpOffset) % 2 ** 32, 8);
  report.writeUInt32BE(Math.floor(((presentation % timescale) / timescale) * 2 ** 32), 12);
  report.writeUInt32BE(presentation % 2 ** 32, 16);
  report.writeUInt32BE(packetCount % 2 ** 32, 20);
  report.writeUInt32BE(octetCount % 2 ** 32, 24);
  return report;
}

/** The same canonical name for both tracks: they belong together. */
function sourceDescription(ssrc: Buffer): Buffer {
  const items = Buffer.concat([Buffer.of(1, canonicalName.length), canonicalName, Buffer.of(0)]);
  const words = Math.ceil(items.length / 4);
  const description = Buffer.alloc(8 + words * 4);
  description.set([0x81, 202, 0, words + 1]);
  ssrc.copy(description, 4);
  items.copy(description, 8);
  return description;
}
