import type { AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import { createPhoneTimeline } from '../../features/phone-camera/index.ts';
import { toBase64 } from './phone-bytes.ts';
import type { PhoneVideoHandlers } from './phone-video-types.ts';

export interface PhoneVideoEncoder {
  /** Takes the frame over and closes it. */
  push(frame: VideoFrame): void;
  setBitrate(bitsPerSecond: number): void;
  requestKeyFrame(): void;
  close(): void;
}

const frameRate = 25;
/** A viewer waits for a key frame at most so long, s. */
const keyFrameEvery = 2;
/** Frames that the encoder has not finished; more, and the phone is too slow for them all. */
const mostWaiting = 3;
/** Constrained baseline, baseline, main: without B-frames in real time. */
const profiles = ['42e0', '4200', '4d00'];

/** This browser has WebCodecs for pictures. */
export function canEncode(): boolean {
  return typeof VideoEncoder !== 'undefined';
}

/** H.264 with 4-byte lengths at this size; null when this browser does not make it. */
export async function chooseVideo(width: number, height: number, bitrate: number): Promise<VideoEncoderConfig | null> {
  // 3.1 holds 1280 × 720 at 30 a second, 4.0 the next size.
  const level = width * height <= 1280 * 720 ? '1f' : '28';
  for (const profile of profiles) {
    const config: VideoEncoderConfig = { codec: `avc1.${profile}${level}`, width, height, bitrate, framerate: frameRate, latencyMode: 'realtime', avc: { format: 'avc' } };
    const { supported } = await VideoEncoder.isConfigSupported(config);
    if (supported) return config;
  }
  return null;
}

/** Encodes frames as they come; a phone that is turned gives another size, and so another track. */
export function createVideoEncoder({ onTrack, onSample, onFailed }: PhoneVideoHandlers, firstBitrate: number): PhoneVideoEncoder {
  const place = createPhoneTimeline();
  /** Where frames lie that are being encoded, s, by their own time, µs. */
  const places = new Map<number, number>();
  let bitrate = firstBitrate;
  let config: VideoEncoderConfig | null = null;
  let isChoosing = false;
  let isClosed = false;
  let wantsKeyFrame = true;
  let keyFrameAt = 0;
  let lastAt: number | null = null;
  let told: AgentVideoTrack | null = null;

  const fail = (): void => {
    if (!isClosed) onFailed();
  };
  const encoder = new VideoEncoder({ output: (chunk, metadata) => give(chunk, metadata), error: fail });

  function give(chunk: EncodedVideoChunk, metadata: EncodedVideoChunkMetadata | undefined): void {
    const decodeTime = places.get(chunk.timestamp);
    for (const time of places.keys()) if (time <= chunk.timestamp) places.delete(time);
    if (isClosed || decodeTime === undefined) return;
    const described = metadata?.decoderConfig?.description;
    if (described && config) tell(trackOf(config, bytesOf(described)));
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    const duration = lastAt === null ? 1 / frameRate : Math.min(1, Math.max(0, decodeTime - lastAt));
    lastAt = decodeTime;
    onSample({ kind: 'video', keyFrame: chunk.type === 'key', decodeTime, compositionOffset: 0, duration, data });
  }

  /** Another bitrate alone is no other track. */
  function tell(track: AgentVideoTrack): void {
    if (told?.configuration === track.configuration && told.width === track.width && told.height === track.height) return;
    told = track;
    onTrack(track);
  }

  const configure = async (width: number, height: number): Promise<void> => {
    isChoosing = true;
    const chosen = await chooseVideo(width, height, bitrate).catch(() => null);
    isChoosing = false;
    if (isClosed) return;
    if (!chosen) return fail();
    config = { ...chosen, bitrate };
    encoder.configure(config);
    wantsKeyFrame = true;
  };

  return {
    push: (frame) => {
      const [width, height] = [even(frame.displayWidth), even(frame.displayHeight)];
      const isRight = config?.width === width && config.height === height;
      if (!isRight && !isChoosing && !isClosed) void configure(width, height);
      if (isRight && !isChoosing && !isClosed && encoder.encodeQueueSize < mostWaiting) {
        const at = place(frame.timestamp / 1e6, performance.now() / 1000);
        const keyFrame = wantsKeyFrame || at - keyFrameAt >= keyFrameEvery;
        if (keyFrame) keyFrameAt = at;
        wantsKeyFrame = false;
        places.set(frame.timestamp, at);
        encoder.encode(frame, { keyFrame });
      }
      frame.close();
    },
    setBitrate: (bitsPerSecond) => {
      bitrate = bitsPerSecond;
      if (!config || isClosed) return;
      config = { ...config, bitrate };
      encoder.configure(config);
    },
    requestKeyFrame: () => {
      wantsKeyFrame = true;
    },
    close: () => {
      isClosed = true;
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}

/** H.264 counts colours by two. */
function even(size: number): number {
  return size - (size % 2);
}

function bytesOf(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source);
}

/** The encoder may have taken another profile than asked for: what it wrote counts. */
function trackOf({ width, height }: VideoEncoderConfig, configuration: Uint8Array): AgentVideoTrack {
  const profile = [...configuration.subarray(1, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { kind: 'video', codec: `avc1.${profile}`, width, height, configuration: toBase64(configuration) };
}
