import { hasTrackProcessor, readTrack } from './phone-frames.ts';

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
export async function openMicrophone(track: MediaStreamTrack, workletPath: string | null): Promise<PhoneMicrophone | null> {
  if (hasTrackProcessor())
    return { sampleRate: track.getSettings().sampleRate ?? usualRate, listen: (onSound) => listenToTrack(track, onSound) };
  return workletPath === null ? null : openWorklet(track, workletPath);
}

function listenToTrack(track: MediaStreamTrack, onSound: (samples: Float32Array<ArrayBuffer>) => void): () => void {
  return readTrack<AudioData>(track, (sound) => {
    const samples = new Float32Array(sound.numberOfFrames);
    sound.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
    sound.close();
    onSound(samples);
  });
}

async function openWorklet(track: MediaStreamTrack, path: string): Promise<PhoneMicrophone | null> {
  const context = new AudioContext();
  try {
    await context.audioWorklet.addModule(path);
  } catch {
    await context.close();
    return null;
  }
  return {
    sampleRate: context.sampleRate,
    listen: (onSound) => {
      const node = new AudioWorkletNode(context, workletName, { numberOfOutputs: 0 });
      node.port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => onSound(data);
      context.createMediaStreamSource(new MediaStream([track])).connect(node);
      // Without a user gesture since the page loaded, some browsers wait for one.
      void context.resume();
      return () => {
        node.port.onmessage = null;
        void context.close();
      };
    },
  };
}
