import { splitAnnexB } from './annex-b.ts';
import type { RtpPacket } from '../rtsp/rtp.ts';

/** All NAL units of one picture. */
export interface AccessUnit {
  /** As in the RTP packets, without unwrapping. */
  readonly timestamp: number;
  /** Units without start codes; views or copies, valid only during the call. */
  readonly units: readonly Uint8Array[];
  readonly keyFrame: boolean;
}

export interface Depacketiser {
  push(packet: RtpPacket): void;
  /** Number of pictures dropped because packets were lost or unreadable. */
  readonly dropped: number;
}

/** How the two codecs differ. */
export interface NalRules {
  readonly headerBytes: 1 | 2;
  typeOf(unit: Uint8Array): number;
  isSlice(type: number): boolean;
  isKeySlice(type: number): boolean;
  /** Whether a unit is the first slice of a picture. */
  isFirstSlice(unit: Uint8Array): boolean;
  readonly lastSingle: number;
  readonly aggregate: number;
  readonly fragment: number;
  /**
   * Returns the header of a unit that is sent in fragments.
   * @param header the fragment's own byte with start, end and type
   */
  headerOf(payload: Uint8Array, header: number): Uint8Array;
}

const maxUnits = 2048;
const maxFragments = 16_384;
/** Limit of a picture, and of a unit whose fragments are still arriving. */
const maxBytes = 8 * 1024 * 1024;

/**
 * Assembles packets (single NAL unit, aggregate, fragment) into pictures. A picture ends with its marker, or where the timestamp
 * changes. When a slice follows its own picture, the camera marks every slice: from then on only timestamps count.
 */
export function createDepacketiser(rules: NalRules, onAccessUnit: (unit: AccessUnit) => void): Depacketiser {
  const { headerBytes, typeOf } = rules;
  let units: Uint8Array[] = [];
  let bytes = 0;
  let timestamp: number | null = null;
  let isDamaged = false;
  let fragments: Uint8Array[] | null = null;
  let fragmentBytes = 0;
  let lastSequence: number | null = null;
  let emitted: number | null = null;
  let byTimestamp = false;
  let dropped = 0;

  const isSlice = (unit: Uint8Array): boolean => rules.isSlice(typeOf(unit));
  const reset = (): void => {
    units = [];
    bytes = 0;
    fragments = null;
    isDamaged = false;
  };
  const flush = (): void => {
    const at = timestamp;
    const picture = units.some(isSlice);
    // Parameter sets with a marker of their own belong to the next picture.
    if (!picture && !isDamaged) return;
    if (isDamaged || at === null) dropped += 1;
    else {
      emitted = at;
      onAccessUnit({ timestamp: at, units, keyFrame: units.some((unit) => rules.isKeySlice(typeOf(unit))) });
    }
    reset();
  };
  /** @param data a unit; some cameras put start codes into it, and more units behind them */
  const add = (data: Uint8Array): void => {
    for (const unit of splitAnnexB(data, headerBytes)) addUnit(unit);
  };
  const addUnit = (unit: Uint8Array): void => {
    if (unit.length < headerBytes) return;
    if (isSlice(unit) && emitted === timestamp && !byTimestamp && !rules.isFirstSlice(unit)) byTimestamp = true;
    bytes += unit.length;
    if (units.length >= maxUnits || bytes > maxBytes) {
      isDamaged = true;
      units = [];
      bytes = 0;
    } else units.push(unit);
  };
  const addAggregate = (payload: Buffer): void => {
    for (let at = headerBytes; at + 2 <= payload.length;) {
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
  /** A unit is whole without the mark at its end, too, when nothing is lost before what follows it: some cameras don't set it. */
  const endFragments = (): void => {
    const whole = fragments && Buffer.concat(fragments);
    fragments = null;
    if (whole) add(whole);
  };
  const addFragment = (payload: Buffer): void => {
    const header = payload[headerBytes];
    if (header === undefined) return;
    if ((header & 0x80) !== 0) {
      endFragments();
      fragments = [rules.headerOf(payload, header)];
      fragmentBytes = 0;
    }
    fragmentBytes += payload.length;
    if (!fragments || fragments.length > maxFragments || fragmentBytes > maxBytes) {
      isDamaged = true;
      fragments = null;
      return;
    }
    fragments.push(payload.subarray(headerBytes + 1));
    if ((header & 0x40) !== 0) endFragments();
  };

  /** Whether nothing of the picture that a packet belongs to can have come before it. */
  const beginsPicture = (payload: Buffer): boolean => {
    const type = payload.length > headerBytes ? typeOf(payload) : -1;
    if (type === rules.fragment) {
      const header = payload[headerBytes] ?? 0;
      if ((header & 0x80) === 0) return false;
      const unit = Buffer.concat([rules.headerOf(payload, header), payload.subarray(headerBytes + 1, headerBytes + 2)]);
      return !isSlice(unit) || rules.isFirstSlice(unit);
    }
    const unit = type === rules.aggregate ? payload.subarray(headerBytes + 2) : payload;
    return type >= 0 && (!isSlice(unit) || rules.isFirstSlice(unit));
  };

  return {
    push: ({ sequence, timestamp: time, marker, payload }) => {
      const isNext = timestamp !== null && time !== timestamp;
      const isLost = lastSequence !== null && ((lastSequence + 1) & 0xffff) !== sequence;
      // What is lost before the beginning of a picture belongs to those before it: a key frame is not dropped for it.
      const isWhole = isNext && beginsPicture(payload);
      if (isNext) {
        if (!isLost) endFragments();
        const isPending = isDamaged || fragments !== null || units.some(isSlice);
        if (isPending) {
          isDamaged ||= isLost;
          flush();
        } else if (isLost && isWhole) dropped += 1;
        fragments = null;
      }
      if (isLost && !isWhole) {
        isDamaged = true;
        fragments = null;
      }
      lastSequence = sequence;
      timestamp = time;
      const type = payload.length >= headerBytes ? typeOf(payload) : -1;
      if (type >= 0 && type !== rules.fragment) endFragments();
      if (type >= 0 && type <= rules.lastSingle) add(payload);
      else if (type === rules.aggregate) addAggregate(payload);
      else if (type === rules.fragment) addFragment(payload);
      if (!marker || byTimestamp) return;
      // Beside a slice, the marker ends the last one, too; alone, it may be one of many, as some cameras mark each packet.
      if (units.some(isSlice)) endFragments();
      flush();
    },
    get dropped() {
      return dropped;
    },
  };
}

/**
 * Joins the units of a sample with 4-byte lengths.
 * @param isLeftOut true for units that do not belong in a sample
 */
export function toLengthPrefixed(units: readonly Uint8Array[], isLeftOut: (unit: Uint8Array) => boolean): Uint8Array {
  const kept = units.filter((unit) => !isLeftOut(unit));
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
