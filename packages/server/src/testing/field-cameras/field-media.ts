import type { Sample } from '../../media/media-types.ts';
import { encodeOpus, encodeScene, type Scene } from '../scene-samples.ts';
import type { SceneName, SoundName } from './field-case.ts';

/** A scene as a camera sends it: NAL units of each picture, beginning with a key frame. */
export interface FieldScene {
  readonly isHevc: boolean;
  readonly parameterSets: readonly Buffer[];
  readonly pictures: readonly { readonly isKeyFrame: boolean; readonly units: readonly Buffer[] }[];
  /** AAC frames without headers, 16 kHz mono. */
  readonly sound: readonly Buffer[];
}

export const pictureRate = 10;
export const aacRate = 16_000;

const recipes: Readonly<Record<SceneName, () => Scene | null>> = {
  h264: () => encodeScene({ seconds: 4, gop: pictureRate }),
  h265: () => encodeScene({ seconds: 4, gop: pictureRate, audio: false, hevc: true }),
  small: () => encodeScene({ seconds: 4, gop: pictureRate, audio: false, size: '160x90' }),
  second: () => encodeScene({ seconds: 4, gop: pictureRate, audio: false, size: '160x90', parameterSetId: 1 }),
};
const scenes = new Map<SceneName, FieldScene>();

/** Encodes a scene the first time that it is needed; a second or less. */
export function fieldScene(name: SceneName): FieldScene {
  const known = scenes.get(name);
  if (known) return known;
  const encoded = recipes[name]();
  if (!encoded) throw new Error('FFmpeg could not encode the scene of a field camera.');
  const scene = readScene(encoded, name === 'h265');
  scenes.set(name, scene);
  return scene;
}

function readScene({ tracks, samples }: Scene, isHevc: boolean): FieldScene {
  const configuration = Buffer.from(tracks.video.configuration);
  const parameterSets = isHevc ? readHevcSets(configuration) : readAvcSets(configuration);
  const dataOf = (kind: Sample['kind']) => samples.filter((sample) => sample.kind === kind);
  return {
    isHevc,
    parameterSets,
    pictures: dataOf('video').map(({ keyFrame, data }) => ({ isKeyFrame: keyFrame, units: readUnits(Buffer.from(data)) })),
    sound: dataOf('audio').map(({ data }) => Buffer.from(data)),
  };
}

function readUnits(sample: Buffer): Buffer[] {
  const units: Buffer[] = [];
  for (let at = 0; at + 4 <= sample.length; at += 4 + sample.readUInt32BE(at))
    units.push(sample.subarray(at + 4, at + 4 + sample.readUInt32BE(at)));
  return units;
}

/** Reads `count` units with 2-byte lengths. @returns the position behind them */
function readSets(configuration: Buffer, start: number, count: number, into: Buffer[]): number {
  let at = start;
  for (let index = 0; index < count; index += 1) {
    const length = configuration.readUInt16BE(at);
    into.push(configuration.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  return at;
}

function readAvcSets(configuration: Buffer): Buffer[] {
  const sets: Buffer[] = [];
  const at = readSets(configuration, 6, configuration.readUInt8(5) & 31, sets);
  readSets(configuration, at + 1, configuration.readUInt8(at), sets);
  return sets;
}

function readHevcSets(configuration: Buffer): Buffer[] {
  const sets: Buffer[] = [];
  let at = 23;
  for (let array = 0; array < configuration.readUInt8(22); array += 1) {
    const into: Buffer[] = [];
    const type = configuration.readUInt8(at) & 63;
    at = readSets(configuration, at + 3, configuration.readUInt16BE(at + 1), into);
    // Metadata of the encoder is not a parameter set.
    if (type >= 32 && type <= 34) sets.push(...into);
  }
  return sets;
}

const maxPayloadBytes = 1400;

/** Splits a NAL unit into payloads (RFC 6184, RFC 7798): itself, or fragments. */
export function packetise(unit: Buffer, isHevc: boolean): Buffer[] {
  if (unit.length <= maxPayloadBytes) return [unit];
  const [first = 0, second = 0] = unit;
  const headerBytes = isHevc ? 2 : 1;
  const payloads: Buffer[] = [];
  for (let at = headerBytes; at < unit.length; at += maxPayloadBytes) {
    const part = unit.subarray(at, at + maxPayloadBytes);
    const edge = (at === headerBytes ? 0x80 : 0) | (at + part.length === unit.length ? 0x40 : 0);
    const header = isHevc ? [(first & 0x81) | (49 << 1), second, edge | ((first >> 1) & 63)] : [(first & 0xe0) | 28, edge | (first & 31)];
    payloads.push(Buffer.concat([Buffer.from(header), part]));
  }
  return payloads;
}

let opusPackets: readonly Uint8Array[] | null = null;

export interface FieldSound {
  readonly payloadType: number;
  readonly clockRate: number;
  /** Ticks of a packet. */
  readonly ticks: number;
  payload(index: number): Buffer;
}

export const fieldSounds: Readonly<Record<SoundName, FieldSound>> = {
  aac: {
    payloadType: 97,
    clockRate: aacRate,
    ticks: 1024,
    payload: (index) => {
      const { sound } = fieldScene('h264');
      return withAuHeader(sound[index % sound.length] ?? Buffer.alloc(0));
    },
  },
  // A tone of 500 Hz: 16 samples a period.
  pcma: {
    payloadType: 8,
    clockRate: 8000,
    ticks: 160,
    payload: () => Buffer.from(Array.from({ length: 160 }, (_, sample) => (sample % 16 < 8 ? 0xa5 : 0x25))),
  },
  opus: {
    payloadType: 98,
    clockRate: 48_000,
    ticks: 960,
    payload: (index) => {
      opusPackets ??= encodeOpus(4) ?? [];
      return Buffer.from(opusPackets[index % opusPackets.length] ?? []);
    },
  },
};

/** RFC 3640, AAC-hbr: one frame. */
function withAuHeader(frame: Buffer): Buffer {
  return Buffer.concat([Buffer.of(0, 16, frame.length >> 5, (frame.length << 3) & 0xff), frame]);
}

/** Puts the header of a file in front of a frame of 16 kHz mono (ISO/IEC 13818-7, 6.2). */
export function withAdtsHeader(frame: Buffer): Buffer {
  const length = frame.length + 7;
  return Buffer.concat([Buffer.of(0xff, 0xf1, 0x60, 0x40 | (length >> 11), (length >> 3) & 0xff, ((length & 7) << 5) | 0x1f, 0xfc), frame]);
}
