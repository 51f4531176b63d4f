import type { Clock } from '@watchpost/contract/timing/clock';

/** A sender report of one of the camera's tracks (RFC 3550, 6.4.1): maps one moment between two clocks. */
export interface SenderReport {
  /** Seconds of the camera's wall clock, in NTP's era: since 1900. */
  readonly ntp: number;
  /** The same moment on the track's own timeline, ticks. */
  readonly timestamp: number;
}

/** Any SSRC that the camera does not use itself. */
const ownSource = 0x57505254;
const senderReport = 200;
/** A camera has no reason to put more parts into a packet. */
const maxParts = 16;

/** Reads the sender report of an RTCP packet; null when it has none, or when the camera does not know the time. */
export function readSenderReport(data: Buffer): SenderReport | null {
  let at = 0;
  for (let part = 0; part < maxParts && at + 4 <= data.length; part += 1) {
    const length = 4 + data.readUInt16BE(at + 2) * 4;
    if ((data[at] ?? 0) >> 6 !== 2 || at + length > data.length) return null;
    if (data[at + 1] === senderReport && length >= 28) {
      const ntp = data.readUInt32BE(at + 8) + data.readUInt32BE(at + 12) / 2 ** 32;
      return ntp === 0 ? null : { ntp, timestamp: data.readUInt32BE(at + 16) };
    }
    at += length;
  }
  return null;
}

/** A block of a receiver report (RFC 3550, 6.4.2). */
export interface ReceptionBlock {
  readonly source: number;
  /** Packets that did not arrive since the last block, of 256. */
  readonly lostFraction: number;
  /** Packets that did not arrive in all. */
  readonly lost: number;
  readonly highestSequence: number;
  /** Ticks. */
  readonly jitter: number;
  /** Time of the last sender report, in 1/65536 s of NTP's era, and how long ago it arrived; 0 before the first. */
  readonly lastReport: number;
  readonly sinceLastReport: number;
}

/** Counts what arrives of one track. */
export interface Reception {
  /** Receives an RTP packet. */
  onPacket(data: Buffer): void;
  onSenderReport(report: SenderReport): void;
  /** Returns the block of the next report; null before the first packet. */
  next(): ReceptionBlock | null;
}

export function createReception(clockRate: number, clock: Clock): Reception {
  let source: number | null = null;
  let [first, highest, received, jitter, transit] = [0, 0, 0, 0, 0];
  let reported = { expected: 0, received: 0 };
  let sender: { readonly ntp: number; readonly at: number } | null = null;
  return {
    onPacket: (data) => {
      if (data.length < 12) return;
      const sequence = data.readUInt16BE(2);
      const from = data.readUInt32BE(8);
      const lag = (clock.monotonic() / 1000) * clockRate - data.readUInt32BE(4);
      if (from !== source) {
        source = from;
        [first, highest, received, jitter, transit] = [sequence, sequence, 0, 0, lag];
        reported = { expected: 0, received: 0 };
      }
      received += 1;
      const step = ((sequence - highest) << 16) >> 16;
      if (step > 0) highest += step;
      const change = Math.abs(lag - transit);
      transit = lag;
      // A jump of the timestamps is not jitter.
      if (change < clockRate * 10) jitter += (change - jitter) / 16;
    },
    onSenderReport: ({ ntp }) => {
      sender = { ntp, at: clock.monotonic() };
    },
    next: () => {
      if (source === null) return null;
      const expected = highest - first + 1;
      const expectedSince = expected - reported.expected;
      const lostSince = expectedSince - (received - reported.received);
      reported = { expected, received };
      return {
        source,
        lostFraction: lostSince > 0 ? Math.min(255, Math.floor((lostSince * 256) / expectedSince)) : 0,
        lost: Math.max(0, Math.min(0x7fffff, expected - received)),
        highestSequence: highest % 2 ** 32,
        jitter: Math.floor(jitter),
        lastReport: sender ? Math.floor(sender.ntp * 65_536) % 2 ** 32 : 0,
        sinceLastReport: sender ? Math.min(2 ** 32 - 1, Math.floor((clock.monotonic() - sender.at) * 65.536)) : 0,
      };
    },
  };
}

/** Name of this receiver; every RTCP packet has to name its sender (RFC 3550, 6.1). */
const ownName = Buffer.from('watchpost');

/** Builds a receiver report, which is empty before anything has arrived. */
export function buildReceiverReport(block: ReceptionBlock | null): Buffer {
  const report = Buffer.alloc(block ? 32 : 8);
  report.writeUInt32BE(block ? 0x81c90007 : 0x80c90001, 0);
  report.writeUInt32BE(ownSource, 4);
  if (block) {
    report.writeUInt32BE(block.source, 8);
    report.writeUInt32BE(block.lostFraction * 2 ** 24 + block.lost, 12);
    report.writeUInt32BE(block.highestSequence, 16);
    report.writeUInt32BE(block.jitter, 20);
    report.writeUInt32BE(block.lastReport, 24);
    report.writeUInt32BE(block.sinceLastReport, 28);
  }
  // The name ends with a zero and fills whole words.
  const description = Buffer.alloc(8 + Math.ceil((ownName.length + 3) / 4) * 4);
  description.writeUInt32BE(0x81ca0000 + description.length / 4 - 1, 0);
  description.writeUInt32BE(ownSource, 4);
  description.set([1, ownName.length, ...ownName], 8);
  return Buffer.concat([report, description]);
}

export type KeyFrameRequest = 'pli' | 'fir';

/**
 * Builds a key frame request: a picture loss indication (RFC 4585, 6.3.1) or a full intra request (RFC 5104, 4.3.1), behind the
 * empty receiver report that every RTCP packet begins with.
 * @param source SSRC of the camera's video
 * @param count number of the request, so that the camera does not mistake it for a repetition
 */
export function buildKeyFrameRequest(kind: KeyFrameRequest, source: number, count: number): Buffer {
  const request = Buffer.alloc(kind === 'pli' ? 20 : 28);
  request.writeUInt32BE(0x80c90001, 0);
  request.writeUInt32BE(ownSource, 4);
  request.writeUInt32BE(kind === 'pli' ? 0x81ce0002 : 0x84ce0004, 8);
  request.writeUInt32BE(ownSource, 12);
  if (kind === 'pli') request.writeUInt32BE(source, 16);
  else {
    request.writeUInt32BE(source, 20);
    request.writeUInt8(count & 0xff, 24);
  }
  return request;
}
