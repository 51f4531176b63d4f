import type { RtpPacket } from '../rtsp/rtp.ts';

/** All NAL units of one picture. */
export interface AccessUnit {
  /** As in the RTP packets, still wrapping around. */
  readonly timestamp: number;
  /** Units without start codes; views or copies, valid during the call. */
  readonly units: readonly Uint8Array[];
  readonly keyFrame: boolean;
}

export interface H264Depacketiser {
  push(packet: RtpPacket): void;
  /** Packets were lost or can't be read: pictures that were dropped. */
  readonly dropped: number;
}

const maxUnits = 2048;
const maxBytes = 8 * 1024 * 1024;

/**
 * Puts the packets of RFC 6184 (single NAL unit, STAP-A, FU-A) together into pictures.
 * A picture ends with its marker, or where the timestamp changes; a camera that marks every slice is found out
 * by the slice that follows its picture, and then goes by timestamps alone.
 */
export function createH264Depacketiser(onAccessUnit: (unit: AccessUnit) => void): H264Depacketiser {
  let units: Uint8Array[] = [];
  let bytes = 0;
  let timestamp: number | null = null;
  let isDamaged = false;
  let fragments: Uint8Array[] | null = null;
  let lastSequence: number | null = null;
  let emitted: number | null = null;
  let byTimestamp = false;
  let dropped = 0;

  const reset = (): void => {
    units = [];
    bytes = 0;
    fragments = null;
    isDamaged = false;
  };
  const flush = (): void => {
    const at = timestamp;
    const picture = units.some(isSlice);
    // Parameter sets with a marker of their own belong to the picture after them.
    if (!picture && !isDamaged) return;
    if (isDamaged || at === null) dropped += 1;
    else {
      emitted = at;
      onAccessUnit({ timestamp: at, units, keyFrame: units.some((unit) => typeOf(unit) === 5) });
    }
    reset();
  };
  const add = (unit: Uint8Array): void => {
    if (unit.length === 0) return;
    if (isSlice(unit) && emitted === timestamp && !byTimestamp && !isFirstSlice(unit)) byTimestamp = true;
    bytes += unit.length;
    if (units.length >= maxUnits || bytes > maxBytes) {
      isDamaged = true;
      units = [];
      bytes = 0;
    } else units.push(unit);
  };
  const addAggregate = (payload: Buffer): void => {
    for (let at = 1; at + 2 <= payload.length; ) {
      const length = payload.readUInt16BE(at);
      at += 2;
      if (length === 0 || at + length > payload.length) {
        isDamaged = true;
        return;
      }
      add(payload.subarray(at, at + length));
      at += length;
    }
  };
  const addFragment = (payload: Buffer): void => {
    const indicator = payload[0] ?? 0;
    const header = payload[1];
    if (header === undefined) return;
    if ((header & 0x80) !== 0) fragments = [Uint8Array.of((indicator & 0xe0) | (header & 0x1f))];
    if (!fragments || fragments.length > 16_384) {
      isDamaged = true;
      fragments = null;
      return;
    }
    fragments.push(payload.subarray(2));
    if ((header & 0x40) === 0) return;
    const whole = Buffer.concat(fragments);
    fragments = null;
    add(whole);
  };

  return {
    push: ({ sequence, timestamp: time, marker, payload }) => {
      if (timestamp !== null && time !== timestamp) {
        if (units.some(isSlice) || isDamaged) flush();
        fragments = null;
      }
      if (lastSequence !== null && ((lastSequence + 1) & 0xffff) !== sequence) {
        isDamaged = true;
        fragments = null;
      }
      lastSequence = sequence;
      timestamp = time;
      const type = payload.length > 0 ? typeOf(payload) : 0;
      if (type >= 1 && type <= 23) add(payload);
      else if (type === 24) addAggregate(payload);
      else if (type === 28) addFragment(payload);
      if (marker && !byTimestamp) flush();
    },
    get dropped() {
      return dropped;
    },
  };
}

function typeOf(unit: Uint8Array): number {
  return (unit[0] ?? 0) & 0x1f;
}

function isSlice(unit: Uint8Array): boolean {
  const type = typeOf(unit);
  return type >= 1 && type <= 5;
}

/** first_mb_in_slice is 0: its Exp-Golomb code is a single 1. */
function isFirstSlice(unit: Uint8Array): boolean {
  return ((unit[1] ?? 0) & 0x80) !== 0;
}

/** The units of a sample: without delimiters, filler and parameter sets, which stand in the track's configuration. */
export function toAvccSample(units: readonly Uint8Array[]): Uint8Array {
  const kept = units.filter((unit) => ![7, 8, 9, 12].includes(typeOf(unit)));
  const sample = new Uint8Array(kept.reduce((sum, unit) => sum + 4 + unit.length, 0));
  const view = new DataView(sample.buffer);
  let at = 0;
  for (const unit of kept) {
    view.setUint32(at, unit.length);
    sample.set(unit, at + 4);
    at += 4 + unit.length;
  }
  return sample;
}
