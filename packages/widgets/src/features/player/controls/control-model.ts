import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { formatTime, systemClock } from '@watchpost/sdk-core';
import type { ClockPort, Locale, Translate, Unsubscribe, ViewerClient } from '@watchpost/sdk-core';
import type { ControlMessageKey } from '../../../i18n/control-messages.ts';
import { modeOf } from '../engine/player-state.ts';
import type { PlayerController } from '../player-controller.ts';
import { createIdle } from './idle.ts';
import type { Idle } from './idle.ts';
import { fillWhenTurned, toggleFullscreen } from './picture/fullscreen.ts';
import { createPictureInPicture } from './picture/picture-in-picture.ts';
import { saveFile, takeSnapshot } from './picture/snapshot.ts';
import { nextSpeed, speedText } from './speeds.ts';
import { openMicrophone } from './talk/microphone.ts';
import { createPushToTalk } from './talk/talk.ts';
import type { PushToTalk } from './talk/talk.ts';
import { listenToZoom } from './zoom/zoom-gestures.ts';
import { fit, wholePicture, zoomText, zoomTransform } from './zoom/zoom-view.ts';
import type { ZoomView } from './zoom/zoom-view.ts';

export interface ControlOptions {
  readonly client: ViewerClient;
  readonly cameraId: string;
  readonly controller: PlayerController;
  /** What goes to full screen. */
  readonly stage: HTMLElement;
  readonly locale: () => Locale;
  readonly t: Translate<ControlMessageKey>;
  readonly goTo: (time: number | 'live') => void;
  readonly onMark: ((time: number) => void) | undefined;
  /** Wheel, pinch, drag and double tap move the picture. */
  readonly hasGestures: boolean;
  /** The page wants push to talk, where the camera can. */
  readonly hasTalk: boolean;
  readonly clock?: ClockPort;
}

/** A word about what was just done, over the picture and for screen readers. */
export interface Notice {
  readonly text: string;
  /** It says why something did not work, and stays a little longer. */
  readonly isProblem: boolean;
}

/** All that a person can do with a player beyond the controller, and what the controls show of it. */
export interface ControlModel {
  readonly options: ControlOptions;
  readonly controller: PlayerController;
  readonly view: ReadonlySignal<ZoomView>;
  readonly idle: Idle;
  readonly notice: ReadonlySignal<Notice | null>;
  /** Counts snapshots: each is a flash. */
  readonly flashes: ReadonlySignal<number>;
  readonly statistics: ReadonlySignal<boolean>;
  readonly keyMap: ReadonlySignal<boolean>;
  readonly talk: PushToTalk;
  readonly hasPictureInPicture: boolean;
  goTo(time: number | 'live'): void;
  /** @param by milliseconds; on from live there is nothing */
  move(by: number): void;
  setView(view: ZoomView): void;
  changeSpeed(speed: number): void;
  faster(direction: 1 | -1): void;
  louder(by: number): void;
  saveSnapshot(): Promise<void>;
  togglePictureInPicture(): Promise<void>;
  toggleFullscreen(): void;
  showStatistics(shown: boolean): void;
  showKeys(shown: boolean): void;
  mark(): void;
  say(text: string, isProblem?: boolean): void;
  /** Listens to the stage and shows on it what is chosen. @returns ends all of it, the microphone and the small window too */
  start(): () => void;
}

const noticeFor = 1_600;
const problemFor = 6_000;

export function createControlModel(options: ControlOptions): ControlModel {
  const { client, cameraId, controller, stage, t, goTo } = options;
  const clock = options.clock ?? systemClock;
  const view = signal(wholePicture);
  const notice = signal<Notice | null>(null);
  const flashes = signal(0);
  const statistics = signal(false);
  const keyMap = signal(false);
  const talk = createPushToTalk({ live: client.player.live(), cameraId, clock, openMicrophone });
  const pictureInPicture = createPictureInPicture();
  let stopNotice: Unsubscribe = () => {};

  /** The bar is needed: nothing plays, the keyboard is on it, or one of its menus is open. */
  const mayRest = (): boolean => {
    const bar = stage.querySelector('.wp-bar');
    return isPlaying() && talk.state.peek().kind === 'idle' && !bar?.querySelector(':focus-visible,[aria-expanded=true]');
  };
  const idle = createIdle(clock, mayRest);
  const say = (text: string, isProblem = false): void => {
    stopNotice();
    notice.value = { text, isProblem };
    stopNotice = clock.after(isProblem ? problemFor : noticeFor, () => void (notice.value = null));
  };
  const setView = (next: ZoomView): void => {
    const before = view.peek();
    view.value = fit(next);
    if (view.peek().scale !== before.scale) idle.wake();
  };
  /** The press only brought the controls back: what lies under it was not meant. */
  let wasIdle = false;
  const picture = (): HTMLElement | null => stage.querySelector('.wp-picture');
  const isPlaying = (): boolean => ['live', 'archive'].includes(controller.state.peek().kind);
  function start(): () => void {
    const stops = [
      view.subscribe((shown) => {
        picture()?.style.setProperty('transform', zoomTransform(shown));
        stage.classList.toggle('wp-zoomed', shown.scale > 1);
      }),
      controller.state.subscribe(() => idle.wake()),
      talk.state.subscribe((state) => {
        if (state.kind === 'refused') say(t(`talk-${state.problem}`), true);
        else if (state.kind !== 'idle') idle.wake();
      }),
      fillWhenTurned(stage, () => controller.fullscreen.peek(), isPlaying),
      listenToPresence(stage, {
        onMove: () => idle.wake(),
        onPress: (isFinger) => {
          wasIdle = isFinger && idle.idle.peek();
          if (!isFinger) idle.wake();
        },
        swallowsClick: () => wasIdle,
      }),
      ...(options.hasGestures ? [listenToZoom({ stage, view, onView: setView, onTap: () => (wasIdle ? idle.wake() : idle.rest()), now: () => clock.monotonic() })] : []),
    ];
    return () => {
      for (const stop of [...stops, stopNotice]) stop();
      idle.dispose();
      talk.dispose();
      pictureInPicture.dispose();
      picture()?.style.removeProperty('transform');
      stage.classList.remove('wp-zoomed', 'wp-idle');
    };
  }

  return {
    options, controller, view, idle, notice, flashes, talk, goTo, setView, say, start,
    statistics, keyMap,
    showStatistics: (shown) => void (statistics.value = shown),
    showKeys: (shown) => void (keyMap.value = shown),
    hasPictureInPicture: pictureInPicture.isPossible,
    move(by) {
      if (by < 0 || controller.state.peek().kind !== 'live') goTo((controller.position.peek() ?? controller.now()) + by);
    },
    changeSpeed(speed) {
      controller.setSpeed(speed);
      say(t('speedNow', { value: speedText(speed, options.locale()) }));
    },
    faster(direction) {
      // What is live can't be faster; slower would only be late.
      if (modeOf(controller.state.peek()) === 'archive') this.changeSpeed(nextSpeed(controller.speed.peek(), direction));
    },
    louder(by) {
      const volume = Math.min(1, Math.max(0, Math.round(((controller.muted.peek() ? 0 : controller.volume.peek()) + by) * 20) / 20));
      controller.setVolume(volume);
      controller.setMuted(volume === 0);
      say(`${t('volume')} ${t('percent', { value: Math.round(volume * 100) })}`);
    },
    async saveSnapshot() {
      const snapshot = await takeSnapshot(controller, stage);
      if (!snapshot) return say(t('noPicture'), true);
      saveFile(snapshot.blob, snapshot.name);
      flashes.value += 1;
      say(t('snapshotSaved'));
    },
    async togglePictureInPicture() {
      try {
        await pictureInPicture.toggle(controller.picture());
      } catch {
        say(t('noPictureInPicture'), true);
      }
    },
    toggleFullscreen() {
      // Refused without a press of a person: there is nothing to tell.
      void toggleFullscreen(stage, controller.picture(), controller.fullscreen.peek()).catch(() => {});
    },
    mark() {
      const time = controller.position.peek();
      if (!options.onMark || time === null) return;
      options.onMark(time);
      say(t('marked', { time: formatTime(time, { locale: options.locale(), timeZone: controller.camera.peek()?.timeZone }) }));
    },
  };
}

/** What the factor is now, for who does not see the picture grow. */
export function sayZoom(model: ControlModel): void {
  model.say(model.options.t('zoomNow', { value: zoomText(model.view.peek(), model.options.locale()) }));
}

interface Presence {
  readonly onMove: () => void;
  readonly onPress: (isFinger: boolean) => void;
  /** The press only brought the controls back: what lies under it was not meant. */
  readonly swallowsClick: () => boolean;
}

function listenToPresence(stage: HTMLElement, { onMove, onPress, swallowsClick }: Presence): () => void {
  const life = new AbortController();
  const options = { capture: true, signal: life.signal };
  const isFinger = (event: Event): boolean => event instanceof PointerEvent && event.pointerType === 'touch';
  stage.addEventListener('pointermove', (event) => void (isFinger(event) || onMove()), options);
  stage.addEventListener('pointerdown', (event) => onPress(isFinger(event)), options);
  stage.addEventListener('focusin', onMove, options);
  stage.addEventListener('click', (event) => {
    if (!isFinger(event) || !swallowsClick()) return;
    event.preventDefault();
    event.stopPropagation();
  }, options);
  return () => life.abort();
}
