import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '@watchpost/contract/timing/clock';
import { videoTimescale, type Sample, type SourceListener, type Tracks } from '../../media-types.ts';
import { silentFrameOf } from './silent-frame.ts';

/** Stands between a source and its stream, so that a picture never waits for the sound that its source announces. */
export interface SoundPresence extends Pick<SourceListener, 'onTracks' | 'onSample'> {
  /** Passes on what is held back, because the source ends or continues elsewhere in time. */
  flush(): void;
  /** Forgets everything: another source follows. */
  reset(): void;
}

export interface SoundPresenceDeps {
  readonly clock: Clock;
  readonly listener: Pick<SourceListener, 'onTracks' | 'onSample'>;
  /** Contains what the listener throws in a timer. */
  readonly guard: (call: () => void) => void;
}

/** Pictures wait this long for the first sound, so that a camera with sound begins with its final tracks. */
const joinTimeoutMs = 1000;
/** A player stops where its sound does, so a pause of this length is filled with silence … */
const fillAfterMs = 600;
/** … and after this, the sound has ended. */
const silenceTimeoutMs = 2000;
/** Sound that ended must be steady for this long before it is declared again; each further end doubles it. */
const minSteadyMs = 2000;
const maxSteadyMs = 64_000;
/** A longer pause of the picture is the network's: the sound was delayed as well. */
const maxPictureStepMs = 500;

/**
 * Creates a presence: an announced audio track is declared once its first sample has arrived, left out from the next key frame on
 * once it has been silent for 2 s, and declared again at a key frame when it is back. Tracks of which only the audio differs from
 * the last ones share their `video`.
 */
export function createSoundPresence({ clock, listener, guard }: SoundPresenceDeps): SoundPresence {
  let announced: Tracks | null = null;
  let isDeclared = false;
  /** Pictures that wait for the first sound; null while none do. */
  let held: Sample[] | null = null;
  let cancelHold = (): void => undefined;
  /** How long pictures have been arriving without sound, ms. */
  let silentMs = silenceTimeoutMs;
  /** Monotonic times of the newest picture, and of the first sound since the last silence, ms. */
  let picturedAt = Number.NEGATIVE_INFINITY;
  let heardSince: number | null = null;
  let steadyMs = 0;
  /** End of the newest declared sound and of the silence in its place, ticks of the audio. */
  let soundEnd: number | null = null;
  let silenceEnd = Number.NEGATIVE_INFINITY;
  /** How far the newest sound was behind the picture. */
  let lagSeconds = 0;
  let pictureSeconds = 0;

  const declare = (withSound: boolean): void => {
    if (!announced) return;
    if (!withSound || !isDeclared) {
      soundEnd = null;
      silenceEnd = Number.NEGATIVE_INFINITY;
    }
    isDeclared = withSound;
    listener.onTracks(withSound || !announced.audio ? announced : { ...announced, audio: null });
  };
  const release = (withSound: boolean): void => {
    if (!held) return;
    const pictures = held;
    held = null;
    cancelHold();
    declare(withSound);
    for (const picture of pictures) listener.onSample(picture);
  };

  const onSound = (sample: Sample): void => {
    const audio = announced?.audio;
    if (!audio) return;
    heardSince ??= clock.monotonic();
    silentMs = 0;
    release(true);
    // What silence has already replaced is too late.
    if (!isDeclared || sample.decodeTime < silenceEnd) return;
    soundEnd = sample.decodeTime + sample.duration;
    lagSeconds = pictureSeconds - soundEnd / audio.sampleRate;
    listener.onSample(sample);
  };

  const fill = (): void => {
    const audio = announced?.audio;
    const silence = audio && silentFrameOf(audio);
    if (!silence || soundEnd === null) return;
    const until = (pictureSeconds - lagSeconds) * audio.sampleRate;
    while (soundEnd + silence.duration <= until) {
      listener.onSample({ kind: 'audio', decodeTime: soundEnd, compositionOffset: 0, keyFrame: true, ...silence });
      soundEnd += silence.duration;
      silenceEnd = soundEnd;
    }
  };

  const onPicture = (sample: Sample): void => {
    const now = clock.monotonic();
    silentMs += Math.min(maxPictureStepMs, Math.max(0, now - picturedAt));
    picturedAt = now;
    pictureSeconds = sample.decodeTime / videoTimescale;
    if (held) return void held.push(sample);
    const isSilent = silentMs >= silenceTimeoutMs;
    if (isSilent) heardSince = null;
    if (sample.keyFrame && isDeclared && isSilent) {
      steadyMs = Math.min(maxSteadyMs, Math.max(minSteadyMs, steadyMs * 2));
      declare(false);
    } else if (sample.keyFrame && !isDeclared && heardSince !== null && now - heardSince >= steadyMs) declare(true);
    listener.onSample(sample);
    if (isDeclared && silentMs >= fillAfterMs) fill();
  };

  return {
    onTracks: (tracks) => {
      release(false);
      const isSameSound = isDeclared && silentMs < silenceTimeoutMs && isDeepStrictEqual(announced?.audio, tracks.audio);
      announced = tracks;
      // Without another sound, the picture alone has changed.
      if (!tracks.audio || isSameSound) return declare(isSameSound);
      isDeclared = false;
      heardSince = null;
      held = [];
      cancelHold = clock.after(joinTimeoutMs, () => guard(() => release(false)));
    },
    onSample: (sample) => (sample.kind === 'audio' ? onSound(sample) : onPicture(sample)),
    flush: () => release(false),
    reset: () => {
      cancelHold();
      held = announced = heardSince = soundEnd = null;
      silenceEnd = picturedAt = Number.NEGATIVE_INFINITY;
      isDeclared = false;
      silentMs = silenceTimeoutMs;
      steadyMs = 0;
    },
  };
}
