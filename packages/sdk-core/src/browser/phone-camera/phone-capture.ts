import { createPhoneOrder, joinTracks, PhoneCameraError } from '../../features/phone-camera/index.ts';
import type { PhoneCapture, PhoneFailure, PhoneLens, PhoneRecording, PhoneRecordingHandlers } from '../../features/phone-camera/index.ts';
import { createAudioEncoder } from './phone-audio-encoder.ts';
import { openMicrophone } from './phone-microphone.ts';
import type { PhoneMicrophone } from './phone-microphone.ts';
import { openPicture } from './phone-picture.ts';
import type { PhonePlayback } from './phone-playback.ts';
import { canEncode } from './phone-video-encoder.ts';

/** After this long without a picture, the camera is lost or its encoder hangs, ms. */
const silenceTimeoutMs = 5000;
const checkIntervalMs = 1000;

/** The torch is part of the platform, but not of TypeScript's types. */
interface TorchConstraint extends MediaTrackConstraintSet {
  readonly torch: boolean;
}

interface CaptureOptions {
  readonly lens: PhoneLens;
  readonly withSound: boolean;
  readonly workletPath: string | null;
  readonly playback: PhonePlayback;
}

/** Opens the camera and, if possible, the microphone. */
export async function openCapture({
  lens,
  withSound,
  workletPath,
  playback,
}: CaptureOptions): Promise<{ capture: PhoneCapture; stream: MediaStream }> {
  const stream = await openStream(lens, withSound);
  const [video] = stream.getVideoTracks();
  const [audio] = stream.getAudioTracks();
  if (!video) throw new PhoneCameraError('no-camera');
  const microphone = audio ? await openMicrophone(audio, workletPath, playback) : null;
  return { capture: createCapture({ stream, video, microphone, lens, playback }), stream };
}

async function openStream(lens: PhoneLens, withSound: boolean): Promise<MediaStream> {
  const video: MediaTrackConstraints = {
    facingMode: { ideal: lens === 'front' ? 'user' : 'environment' },
    width: { ideal: 1280 },
    height: { ideal: 720 },
    frameRate: { ideal: 25, max: 30 },
  };
  try {
    return await navigator.mediaDevices.getUserMedia({ video, audio: withSound });
  } catch (cause) {
    // A phone whose microphone is missing or in use still has a picture.
    const isUnavailable = cause instanceof DOMException && ['NotFoundError', 'NotReadableError'].includes(cause.name);
    if (!withSound || !isUnavailable) throw new PhoneCameraError(reasonOf(cause), { cause });
    return openStream(lens, false);
  }
}

function reasonOf(error: unknown): 'refused' | 'no-camera' | 'busy' {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'no-camera' : 'busy';
}

interface Opened {
  readonly stream: MediaStream;
  readonly video: MediaStreamTrack;
  readonly microphone: PhoneMicrophone | null;
  readonly lens: PhoneLens;
  readonly playback: PhonePlayback;
}

function createCapture({ stream, video, microphone, lens, playback }: Opened): PhoneCapture {
  const endings: (() => void)[] = [];
  let onLost: ((reason?: PhoneFailure) => void) | null = null;
  let receivedAt = performance.now();
  let isClosed = false;
  /** True while the stream is paused: a recorder is not checked then. */
  let isResting = false;
  const close = (): void => {
    isClosed = true;
    for (const end of endings.splice(0)) end();
    for (const track of stream.getTracks()) track.stop();
  };
  const reportLost = (reason?: PhoneFailure): void => {
    const notify = onLost;
    onLost = null;
    notify?.(reason);
  };
  video.addEventListener('ended', () => reportLost());
  const watch = setInterval(() => {
    if (!isResting && performance.now() - receivedAt > silenceTimeoutMs) reportLost();
  }, checkIntervalMs);
  endings.push(() => clearInterval(watch));

  const record = (handlers: PhoneRecordingHandlers, bitsPerSecond: number): PhoneRecording => {
    let isPaused = false;
    const markReceived = (): void => {
      receivedAt = performance.now();
    };
    const onSample = canEncode() ? handlers.onSample : createPhoneOrder(handlers.onSample);
    const joined = joinTracks({ onTracks: handlers.onTracks, onSample }, () => source.requestKeyFrame());
    const source = openPicture({
      stream,
      video,
      bitsPerSecond,
      playback,
      onFrame: () => {
        // While frames are sent, only the encoder's output counts.
        if (isPaused) markReceived();
      },
      onTrack: joined.onVideoTrack,
      onSample: (sample) => {
        markReceived();
        joined.onVideo(sample);
      },
      onFailed: () => reportLost(),
      onBlocked: () => reportLost('blocked'),
    });
    endings.push(source.close);
    const addSound = async (input: PhoneMicrophone): Promise<void> => {
      const made = await createAudioEncoder(input.sampleRate, (sample) => joined.onAudio(made.track, sample));
      if (isClosed) return made.close();
      endings.push(
        input.listen((samples) => !isPaused && made.push(samples)),
        made.close,
      );
    };
    // A picture without sound is better than none.
    if (microphone) addSound(microphone).catch(() => undefined);
    return {
      setBitrate: source.setBitrate,
      requestKeyFrame: source.requestKeyFrame,
      setPaused: (next) => {
        isPaused = next;
        isResting = next && !canEncode();
        markReceived();
        source.setPaused(next);
      },
    };
  };

  const abilities = { lens: lensOf(video, lens), hasTorch: hasTorch(video), hasSound: microphone !== null };
  return {
    abilities,
    setTorch: (torch) => {
      const light: TorchConstraint = { torch };
      return video.applyConstraints({ advanced: [light] });
    },
    record,
    onLost: (listener) => {
      onLost = listener;
      return () => {
        onLost = null;
      };
    },
    close,
  };
}

/** A phone with one camera opens that one, whatever was requested. */
function lensOf(video: MediaStreamTrack, asked: PhoneLens): PhoneLens {
  const { facingMode } = video.getSettings();
  if (facingMode === 'user') return 'front';
  return facingMode === 'environment' ? 'rear' : asked;
}

function hasTorch(video: MediaStreamTrack): boolean {
  // Firefox lacks getCapabilities.
  const abilities: MediaTrackCapabilities & { readonly torch?: boolean } =
    typeof video.getCapabilities === 'function' ? video.getCapabilities() : {};
  return abilities.torch === true;
}
