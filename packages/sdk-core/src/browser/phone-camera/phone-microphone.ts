import { hasTrackProcessor, readTrack } from './phone-frames.ts';
import type { PhonePlayback } from './phone-playback.ts';

/** Audio samples of a microphone, live. */
export interface PhoneMicrophone {
  /** Hz. */
  readonly sampleRate: number;
  /** @param onSound receives one channel of samples, -1 to 1 */
  listen(onSound: (samples: Float32Array<ArrayBuffer>) => void): () => void;
}

/** The name under which the worklet's file registers its processor. */
const workletName = 'watchpost-phone-sound';
/** For microphones that don't report their sample rate, Hz. */
const usualRate = 48_000;

/**
 * @param workletPath the worklet's file, for browsers that don't provide audio samples of tracks (Safari, Firefox); without it, they send no audio
 * @returns null if this browser doesn't provide audio samples
 */
export async function openMicrophone(
  track: MediaStreamTrack,
  workletPath: string | null,
  playback: PhonePlayback,
): Promise<PhoneMicrophone | null> {
  if (hasTrackProcessor())
    return { sampleRate: track.getSettings().sampleRate ?? usualRate, listen: (onSound) => listenToTrack(track, onSound) };
  return workletPath === null ? null : openWorklet(track, workletPath, playback.context());
}

function listenToTrack(track: MediaStreamTrack, onSound: (samples: Float32Array<ArrayBuffer>) => void): () => void {
  return readTrack<AudioData>(track, (sound) => {
    const samples = new Float32Array(sound.numberOfFrames);
    sound.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
    sound.close();
    onSound(samples);
  });
}

/** Contexts in which the worklet's processor is registered; a second registration fails. */
const prepared = new WeakSet<AudioContext>();

async function openWorklet(track: MediaStreamTrack, path: string, context: AudioContext): Promise<PhoneMicrophone | null> {
  try {
    if (!prepared.has(context)) await context.audioWorklet.addModule(path);
    prepared.add(context);
  } catch {
    return null;
  }
  return {
    sampleRate: context.sampleRate,
    listen: (onSound) => {
      const node = new AudioWorkletNode(context, workletName, { numberOfOutputs: 0 });
      node.port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => onSound(data);
      const source = context.createMediaStreamSource(new MediaStream([track]));
      source.connect(node);
      // Without a press since the page loaded, some browsers wait for one: until then there is no sound, and none is announced.
      context.resume().catch(() => undefined);
      return () => {
        node.port.onmessage = null;
        source.disconnect();
        context.suspend().catch(() => undefined);
      };
    },
  };
}
