import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { PhoneDevice, PhoneFailure } from '../../features/phone-camera/index.ts';
import { openCapture } from './phone-capture.ts';
import { hasTrackProcessor } from './phone-frames.ts';
import { createPlayback } from './phone-playback.ts';
import { canEncode, chooseVideo } from './phone-video-encoder.ts';
import { recorderType } from './phone-video-recorder.ts';
import { keepAwake, watchBattery, watchNetwork, watchVisible } from './phone-watch.ts';

/** What a phone’s browser needs to send sound. */
export interface PhoneDeviceOptions {
  /**
   * Path of a file on the page's own origin that registers an audio worklet called `watchpost-phone-sound`, which posts its input's
   * first channel. Safari and Firefox provide audio samples in no other way; without the file, they send a picture without sound.
   */
  readonly soundWorkletPath?: string | undefined;
}

/** The phone that a browser runs on, with its picture for the page. */
export interface BrowserPhoneDevice extends PhoneDevice {
  /** The open camera's stream, for a `<video>`; null before it opens. */
  readonly stream: ReadonlySignal<MediaStream | null>;
}

/**
 * Creates the device for the phone, tablet or computer that the page runs on.
 * @example const phone = createPhoneCamera({ device: createPhoneDevice(), storage: createLocalStorage() });
 */
export function createPhoneDevice({ soundWorkletPath }: PhoneDeviceOptions = {}): BrowserPhoneDevice {
  const stream = signal<MediaStream | null>(null);
  const playback = createPlayback();
  return {
    stream,
    unfit,
    onPress: ({ withSound }) => {
      if (!hasTrackProcessor()) playback.allow({ withSound: withSound && soundWorkletPath !== undefined });
    },
    open: async ({ lens, withSound }) => {
      const opened = await openCapture({ lens, withSound, workletPath: soundWorkletPath ?? null, playback });
      stream.value = opened.stream;
      return {
        ...opened.capture,
        close: () => {
          opened.capture.close();
          if (stream.peek() === opened.stream) stream.value = null;
        },
      };
    },
    keepAwake,
    watchBattery,
    watchNetwork,
    watchVisible,
  };
}

async function unfit(): Promise<PhoneFailure | null> {
  if (!isSecureContext) return 'insecure';
  if (!('mediaDevices' in navigator)) return 'unsupported';
  if (!canEncode()) return recorderType() === null ? 'unsupported' : null;
  return (await chooseVideo(1280, 720, 1_000_000).catch(() => null)) ? null : 'unsupported';
}
