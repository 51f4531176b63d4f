import { hasTrackProcessor, readTrack } from './phone-frames.ts';

/** Sound as it is heard. */
export interface PhoneMicrophone {
  /** Hz. */
  readonly sampleRate: number;
  /** @param onSound gets pieces of one channel, -1 to 1 */
  listen(onSound: (samples: Float32Array<ArrayBuffer>) => void): () => void;
}

/** The name under which the worklet's file registers what it does. */
const workletName = 'watchpost-phone-sound';
/** Of microphones that do not say theirs. */
const usualRate = 48_000;

/**
 * @param workletPath of the file that hands sound out where tracks do not (Safari, Firefox); without it there is no sound there
 * @returns null when this browser does not hand out sound
 */
export async function openMicrophone(track: MediaStreamTrack, workletPath: string | null): Promise<PhoneMicrophone | null> {
  if (hasTrackProcessor()) return { sampleRate: track.getSettings().sampleRate ?? usualRate, listen: (onSound) => listenToTrack(track, onSound) };
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
      // Without a press since the page came, some browsers wait for one.
      void context.resume();
      return () => {
        node.port.onmessage = null;
        void context.close();
      };
    },
  };
}
