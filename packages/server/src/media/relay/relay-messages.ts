import { errorCodes, type ErrorCode } from '@watchpost/contract/kernel';
import { z } from 'zod';
import type { AudioTrack, CameraStatus, Sample, StreamQuality, Tracks, VideoTrack } from '../media-types.ts';

/**
 * What nodes send each other about one stream of one camera. The node that holds the camera sends its state, its tracks and every sample
 * once, however many viewers the other node has; that one asks for key frames and passes on speech.
 */

/** Where nodes open these connections, with `camera` and `quality` in the query and a signed token in the header. */
export const relayPath = '/internal/v1/streams';
export const relaySubprotocol = 'watchpost-relay.v1';
/** The camera is at another node by now. */
export const movedCloseCode = 4404;
/** Speech is sent in pieces of up to 64 kB. */
export const maxRelayedBytes: number = 64 * 1024 + 4;

/** What the node of a camera says. */
export type HolderMessage =
  | { readonly type: 'status'; readonly status: CameraStatus; readonly speaker: boolean; readonly awaitsKeyFrame: boolean }
  | {
      readonly type: 'tracks';
      /** Only the sound has come or gone. */
      readonly isSamePicture: boolean;
      readonly video: Omit<VideoTrack, 'kind'>;
      readonly audio: Omit<AudioTrack, 'kind'> | null;
      readonly unplayedSound?: string | undefined;
      readonly isTranscoded?: boolean | undefined;
    }
  /** The stream ended, and may begin again. */
  | { readonly type: 'end'; readonly code: ErrorCode }
  | { readonly type: 'talk-ended'; readonly id: number };

/** What the node of viewers says. */
export type ViewerMessage =
  | { readonly type: 'key-frame' }
  | { readonly type: 'talk'; readonly id: number; readonly mimeType: string }
  | { readonly type: 'talk-end'; readonly id: number };

const bytes = z
  .string()
  .max(65_536)
  .transform((text): Uint8Array => new Uint8Array(Buffer.from(text, 'base64')));
const codec = z.string().max(64);
const state = z.object({ state: z.enum(['connecting', 'online', 'offline']), since: z.number(), reason: z.enum(errorCodes).nullable() });
const holderMessage: z.ZodType<HolderMessage> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('status'), status: state, speaker: z.boolean(), awaitsKeyFrame: z.boolean() }),
  z.object({
    type: z.literal('tracks'),
    isSamePicture: z.boolean(),
    video: z.object({ codec, width: z.int().min(1), height: z.int().min(1), configuration: bytes }),
    audio: z.object({ codec, sampleRate: z.int().min(1), channels: z.int().min(1), configuration: bytes }).nullable(),
    unplayedSound: z.string().max(64).optional(),
    isTranscoded: z.boolean().optional(),
  }),
  z.object({ type: z.literal('end'), code: z.enum(errorCodes) }),
  z.object({ type: z.literal('talk-ended'), id: z.int() }),
]);
const viewerMessage: z.ZodType<ViewerMessage> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('key-frame') }),
  z.object({ type: z.literal('talk'), id: z.int().min(0), mimeType: z.string().max(128) }),
  z.object({ type: z.literal('talk-end'), id: z.int() }),
]);

/** Parses what the node of a camera says; null for anything else. */
export function parseHolderMessage(text: string): HolderMessage | null {
  return parse(holderMessage, text);
}

/** Parses what the node of viewers says; null for anything else. */
export function parseViewerMessage(text: string): ViewerMessage | null {
  return parse(viewerMessage, text);
}

function parse<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export function tracksMessage({ video, audio, unplayedSound, isTranscoded }: Tracks, isSamePicture: boolean): string {
  return JSON.stringify({
    type: 'tracks',
    isSamePicture,
    video: { codec: video.codec, width: video.width, height: video.height, configuration: base64(video.configuration) },
    audio: audio && {
      codec: audio.codec,
      sampleRate: audio.sampleRate,
      channels: audio.channels,
      configuration: base64(audio.configuration),
    },
    unplayedSound,
    isTranscoded,
  });
}

/** @param before of the same connection: tracks of which only the audio differs share their `video` */
export function tracksOf(message: Extract<HolderMessage, { type: 'tracks' }>, before: Tracks | null): Tracks {
  const { isSamePicture, video, audio, unplayedSound, isTranscoded } = message;
  return {
    video: isSamePicture && before ? before.video : { ...video, kind: 'video' },
    audio: audio && { ...audio, kind: 'audio' },
    ...(unplayedSound !== undefined && { unplayedSound }),
    ...(isTranscoded !== undefined && { isTranscoded }),
  };
}

const flags = { audio: 1, keyFrame: 2, afterGap: 4 } as const;
const headerBytes = 24;

/** @param afterGap samples before it were left out, because the connection was too slow */
export function encodeSample(sample: Sample, afterGap: boolean): Uint8Array {
  const message = new Uint8Array(headerBytes + sample.data.byteLength);
  const view = new DataView(message.buffer);
  const set = (sample.kind === 'audio' ? flags.audio : 0) | (sample.keyFrame ? flags.keyFrame : 0) | (afterGap ? flags.afterGap : 0);
  view.setUint32(0, set);
  view.setFloat64(4, sample.decodeTime);
  view.setUint32(12, sample.compositionOffset);
  view.setUint32(16, sample.duration);
  view.setUint32(20, sample.damaged ?? 0);
  message.set(sample.data, headerBytes);
  return message;
}

/** Reads a sample; null for anything else. */
export function decodeSample(message: Uint8Array): { readonly sample: Sample; readonly afterGap: boolean } | null {
  if (message.byteLength < headerBytes) return null;
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const set = view.getUint32(0);
  const decodeTime = view.getFloat64(4);
  const damaged = view.getUint32(20);
  if (!Number.isFinite(decodeTime)) return null;
  return {
    afterGap: (set & flags.afterGap) !== 0,
    sample: {
      kind: (set & flags.audio) === 0 ? 'video' : 'audio',
      keyFrame: (set & flags.keyFrame) !== 0,
      decodeTime,
      compositionOffset: view.getUint32(12),
      duration: Math.max(1, view.getUint32(16)),
      ...(damaged > 0 && { damaged }),
      data: message.subarray(headerBytes),
    },
  };
}

/** @param id of the talk, on this connection */
export function encodeSpeech(id: number, sound: Uint8Array): Uint8Array {
  const message = new Uint8Array(4 + sound.byteLength);
  new DataView(message.buffer).setUint32(0, id);
  message.set(sound, 4);
  return message;
}

export function decodeSpeech(message: Uint8Array): { readonly id: number; readonly sound: Uint8Array } | null {
  if (message.byteLength < 4) return null;
  return { id: new DataView(message.buffer, message.byteOffset, message.byteLength).getUint32(0), sound: message.subarray(4) };
}

const subject = z.object({ camera: z.string().regex(/^cam_[\w-]{1,64}$/), quality: z.enum(['high', 'low']) });

/** Reads which stream a connection is about; null for anything else. */
export function relaySubject(url: string): { readonly cameraId: string; readonly quality: StreamQuality } | null {
  const query = Object.fromEntries(new URL(url, 'http://node').searchParams);
  const read = subject.safeParse(query).data;
  return read ? { cameraId: read.camera, quality: read.quality } : null;
}

function base64(data: Uint8Array): string {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
}
