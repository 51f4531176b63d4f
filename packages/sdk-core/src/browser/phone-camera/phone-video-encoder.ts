import type { AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import { createPhoneTimeline, describeFrame } from '../../features/phone-camera/index.ts';
import { toBase64 } from './phone-bytes.ts';
import type { PhoneVideoHandlers } from './phone-video-types.ts';

export interface PhoneVideoEncoder {
  /** Takes ownership of the frame and closes it. */
  push(frame: VideoFrame): void;
  setBitrate(bitsPerSecond: number): void;
  requestKeyFrame(): void;
  close(): void;
}

const frameRate = 25;
/** Maximum interval between key frames, for which a viewer has to wait, s. */
const keyFrameIntervalSeconds = 2;
/** Maximum number of unfinished frames; with more, the phone is too slow and drops frames. */
const maxPendingFrames = 3;
/** Constrained baseline, baseline, main: no B-frames in real time. */
const profiles = ['42e0', '4200', '4d00'];

/** Whether this browser has WebCodecs for video. */
export function canEncode(): boolean {
  return typeof VideoEncoder !== 'undefined';
}

/** Returns an H.264 configuration with 4-byte lengths for this size; null if the browser doesn't encode it. */
export async function chooseVideo(width: number, height: number, bitrate: number): Promise<VideoEncoderConfig | null> {
  // Level 3.1 allows 1280 × 720 at 30 frames per second, level 4.0 the next size.
  const level = width * height <= 1280 * 720 ? '1f' : '28';
  for (const profile of profiles) {
    const config: VideoEncoderConfig = {
      codec: `avc1.${profile}${level}`,
      width,
      height,
      bitrate,
      framerate: frameRate,
      latencyMode: 'realtime',
      avc: { format: 'avc' },
    };
    const { supported } = await VideoEncoder.isConfigSupported(config);
    if (supported) return config;
  }
  return null;
}

/** Encodes frames as they arrive. Rotating the phone changes the size, and therefore the track. */
export function createVideoEncoder({ onTrack, onSample, onFailed }: PhoneVideoHandlers, firstBitrate: number): PhoneVideoEncoder {
  const place = createPhoneTimeline();
  /** Timeline positions of the frames being encoded, s, by their own time, µs. */
  const places = new Map<number, number>();
  let bitrate = firstBitrate;
  let config: VideoEncoderConfig | null = null;
  let isChoosing = false;
  let isClosed = false;
  let wantsKeyFrame = true;
  let keyFrameAt = 0;
  let lastAt: number | null = null;
  let announced: AgentVideoTrack | null = null;

  const fail = (): void => {
    if (!isClosed) onFailed();
  };
  const encoder = new VideoEncoder({ output: (chunk, metadata) => give(chunk, metadata), error: fail });

  function give(chunk: EncodedVideoChunk, metadata: EncodedVideoChunkMetadata | undefined): void {
    const decodeTime = places.get(chunk.timestamp);
    for (const time of places.keys()) if (time <= chunk.timestamp) places.delete(time);
    if (isClosed || decodeTime === undefined) return;
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    const described = metadata?.decoderConfig?.description;
    const description = chunk.type === 'key' ? describeFrame(data, described ? bytesOf(described) : null) : null;
    if (description && config) announce(trackOf(config, description));
    const duration = lastAt === null ? 1 / frameRate : Math.min(1, Math.max(0, decodeTime - lastAt));
    lastAt = decodeTime;
    onSample({ kind: 'video', keyFrame: chunk.type === 'key', decodeTime, compositionOffset: 0, duration, data });
  }

  /** A change of the bitrate alone doesn't start a new track. */
  function announce(track: AgentVideoTrack): void {
    if (announced?.configuration === track.configuration && announced.width === track.width && announced.height === track.height) return;
    announced = track;
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
      if (isRight && !isChoosing && !isClosed && encoder.encodeQueueSize < maxPendingFrames) {
        const at = place(frame.timestamp / 1e6, performance.now() / 1000);
        const keyFrame = wantsKeyFrame || at - keyFrameAt >= keyFrameIntervalSeconds;
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

/** H.264 subsamples color by two, so sizes must be even. */
function even(size: number): number {
  return size - (size % 2);
}

function bytesOf(source: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : new Uint8Array(source);
}

/** The encoder may have selected another profile than requested: its output counts. */
function trackOf({ width, height }: VideoEncoderConfig, configuration: Uint8Array): AgentVideoTrack {
  const profile = [...configuration.subarray(1, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { kind: 'video', codec: `avc1.${profile}`, width, height, configuration: toBase64(configuration) };
}
