import type { PtzAbilities, PtzPreset, PtzTarget, PtzVelocity } from '@watchpost/contract/schemas/ptz';
import { isHevc, type StreamQuality } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';

/** What a stream link opens, as it is at this moment. */
export interface OnvifLink {
  readonly id: string;
  readonly cameraId: string;
  /** The camera's title. */
  readonly title: string;
  readonly withAudio: boolean;
  /** Whether it may learn of motion. */
  readonly withEvents: boolean;
  /** Whether it may move the camera, if that can turn. */
  readonly withPtz: boolean;
  /** Authorizes the snapshot's path; null for a link without snapshots. */
  readonly snapshotToken: string | null;
}

/** Decides which stream links are ONVIF devices, and what they open. Asked with every request. */
export interface OnvifAuthorizer {
  /** Returns the password of a link; null for one that is unknown, has ended or is no ONVIF device. */
  passwordOf(linkId: string): Promise<string | null>;
  /** Resolves a link whose password was checked. @throws {AppError} not-found, access-outside-hours */
  open(linkId: string): Promise<OnvifLink>;
  /** Returns a current picture, a JPEG. @throws {AppError} not-found for a token that opens nothing */
  snapshot(token: string): Promise<Uint8Array>;
}

/** What moves in front of the cameras. */
export interface OnvifMotion {
  /** Returns since when something moves, Unix ms; null when nothing does. */
  since(cameraId: string): number | null;
  /** Calls back when motion begins or ends. @param listener.at Unix ms @returns stops it */
  onChange(listener: (change: { readonly cameraId: string; readonly isMoving: boolean; readonly at: number }) => void): () => void;
}

/** What is known of a camera's motor. */
export interface OnvifMotor {
  readonly abilities: PtzAbilities;
  readonly presets: readonly PtzPreset[];
  readonly isMoving: boolean;
}

/** A movement that a recorder asks for. */
interface OnvifMovement {
  /** All 0 stops. */
  readonly velocity: PtzVelocity;
  /** ms */
  readonly lastsMs: number;
  /** When the request arrived, Unix ms. */
  readonly askedAt: number;
}

/** Moves the cameras of links. What a link may do is checked with every call. */
export interface OnvifSteering {
  /** Returns null for a camera that can't turn. @throws {AppError} forbidden for a link without the right, camera-offline, camera-silent */
  read(linkId: string): Promise<OnvifMotor | null>;
  /** Moves for a time, or stops. @throws {AppError} forbidden, camera-steered while another user moves it, or the camera's error */
  move(linkId: string, movement: OnvifMovement): Promise<void>;
  /** Moves to a preset or home. @throws {AppError} as `move` */
  go(linkId: string, target: PtzTarget): Promise<void>;
}

/** Tokens of the profiles, and of their video encoder configurations. */
export const profileTokens: Readonly<Record<StreamQuality, string>> = { high: 'full', low: 'low' };

/** The picture of one profile. */
interface OnvifPicture {
  readonly encoding: 'H264' | 'H265';
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly kilobitsPerSecond: number;
  readonly h264Profile: 'Baseline' | 'Main' | 'High';
}

/** The sound of both profiles. */
interface OnvifSound {
  readonly channels: number;
  readonly sampleRate: number;
}

export interface OnvifMedia {
  readonly pictures: Readonly<Record<StreamQuality, OnvifPicture>>;
  /** Null without sound, and with a codec that the media service has no name for. */
  readonly sound: OnvifSound | null;
}

/** Described for a camera that has sent nothing since the server started: recorders read the real values from the stream. */
const unknownPicture: OnvifPicture = {
  encoding: 'H264',
  width: 1920,
  height: 1080,
  frameRate: 25,
  kilobitsPerSecond: 4096,
  h264Profile: 'Main',
};
/** As the server transcodes it. */
const largestLow = { width: 640, height: 360, frameRate: 15, kilobitsPerSecond: 512 } as const;

/** Describes what a camera sends, or sent last. */
export function onvifMediaOf(streams: Pick<StreamRegistry, 'get'>, { cameraId, withAudio }: OnvifLink): OnvifMedia {
  const high = pictureOf(streams, cameraId, 'high') ?? unknownPicture;
  const low = pictureOf(streams, cameraId, 'low') ?? { ...largestLow, ...fitted(high), encoding: 'H264', h264Profile: 'Baseline' };
  const audio = (withAudio && streams.get(cameraId)?.tracks?.audio) || null;
  return {
    pictures: { high, low },
    sound: audio?.codec.startsWith('mp4a.') === true ? { channels: audio.channels, sampleRate: audio.sampleRate } : null,
  };
}

function pictureOf(streams: Pick<StreamRegistry, 'get'>, cameraId: string, quality: StreamQuality): OnvifPicture | null {
  const track = streams.get(cameraId, quality)?.tracks?.video;
  if (!track) return null;
  const { width, height, codec } = track;
  const { frameRate, kilobitsPerSecond } = quality === 'low' ? largestLow : unknownPicture;
  return { encoding: isHevc(track) ? 'H265' : 'H264', width, height, frameRate, kilobitsPerSecond, h264Profile: profileOf(codec) };
}

function profileOf(codec: string): OnvifPicture['h264Profile'] {
  if (codec.startsWith('avc1.42')) return 'Baseline';
  return codec.startsWith('avc1.64') ? 'High' : 'Main';
}

/** Returns a size with the same shape that fits into the substream. */
function fitted({ width, height }: OnvifPicture): { readonly width: number; readonly height: number } {
  const scale = Math.min(1, largestLow.width / width, largestLow.height / height);
  const even = (pixels: number): number => Math.max(2, Math.round((pixels * scale) / 2) * 2);
  return { width: even(width), height: even(height) };
}
