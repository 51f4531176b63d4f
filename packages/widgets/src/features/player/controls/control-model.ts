import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { formatTime, systemClock } from '@watchpost/sdk-core';
import type { ClockPort, Locale, Translate, Unsubscribe, ViewerClient } from '@watchpost/sdk-core';
import { saveFile } from '../../../element/save-file.ts';
import type { ControlMessageKey } from '../../../i18n/control-messages.ts';
import { modeOf } from '../engine/player-state.ts';
import type { PlayerController } from '../player-controller.ts';
import { createIdle } from './idle.ts';
import type { Idle } from './idle.ts';
import { fillWhenTurned } from './picture/fullscreen.ts';
import { createPictureInPicture } from './picture/picture-in-picture.ts';
import { takeSnapshot } from './picture/snapshot.ts';
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
  /** The element that goes full screen. */
  readonly stage: HTMLElement;
  readonly locale: () => Locale;
  readonly t: Translate<ControlMessageKey>;
  readonly goTo: (time: number | 'live') => void;
  readonly onMark: ((time: number) => void) | undefined;
  /** The page shows its own list of shortcuts. */
  readonly onShortcuts?: (() => void) | undefined;
  /** Wheel, pinch, drag and double tap move the picture. */
  readonly hasGestures: boolean;
  /** The page allows push-to-talk, if the camera supports it. */
  readonly hasTalk: boolean;
  readonly clock?: ClockPort;
}

/** A short confirmation over the picture, also announced to screen readers. */
interface Notice {
  readonly text: string;
  /** It explains a failure and stays a little longer. */
  readonly isProblem: boolean;
}

/** Everything that the user can do with a player beyond the controller, and what the controls show of it. */
export interface ControlModel {
  readonly options: ControlOptions;
  readonly controller: PlayerController;
  readonly view: ReadonlySignal<ZoomView>;
  readonly idle: Idle;
  readonly notice: ReadonlySignal<Notice | null>;
  /** Number of snapshots: each one flashes. */
  readonly flashes: ReadonlySignal<number>;
  readonly statistics: ReadonlySignal<boolean>;
  readonly keyMap: ReadonlySignal<boolean>;
  readonly talk: PushToTalk;
  readonly hasPictureInPicture: boolean;
  goTo(time: number | 'live'): void;
  /** @param by milliseconds; live cannot go forward */
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
  showNotice(text: string, isProblem?: boolean): void;
  /** Attaches the listeners to the stage. @returns detaches everything, including microphone and picture-in-picture */
  start(): () => void;
}

const noticeDurationMs = 1_600;
const problemDurationMs = 6_000;

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

  /** The bar is needed: paused, keyboard focus on it, or one of its menus open. */
  const mayRest = (): boolean => {
    const bar = stage.querySelector('.wp-bar');
    return isPlaying() && talk.state.peek().kind === 'idle' && !bar?.querySelector(':focus-visible,[aria-expanded=true]');
  };
  const idle = createIdle(clock, mayRest);
  const showNotice = (text: string, isProblem = false): void => {
    stopNotice();
    notice.value = { text, isProblem };
    stopNotice = clock.after(isProblem ? problemDurationMs : noticeDurationMs, () => void (notice.value = null));
  };
  const setView = (next: ZoomView): void => {
    const before = view.peek();
    view.value = fit(next);
    if (view.peek().scale !== before.scale) idle.wake();
  };
  /** The tap only showed the controls; it does not press the control under it. */
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
        if (state.kind === 'refused') showNotice(t(`talk-${state.problem}`), true);
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
      ...(options.hasGestures
        ? [listenToZoom({ stage, view, onView: setView, onTap: () => (wasIdle ? idle.wake() : idle.rest()), now: () => clock.monotonic() })]
        : []),
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
    options,
    controller,
    view,
    idle,
    notice,
    flashes,
    talk,
    goTo,
    setView,
    showNotice,
    start,
    statistics,
    keyMap,
    showStatistics: (shown) => void (statistics.value = shown),
    showKeys: (shown) => void (shown && options.onShortcuts ? options.onShortcuts() : (keyMap.value = shown)),
    hasPictureInPicture: pictureInPicture.isPossible,
    move(by) {
      if (by < 0 || controller.state.peek().kind !== 'live') goTo((controller.position.peek() ?? controller.now()) + by);
    },
    changeSpeed(speed) {
      controller.setSpeed(speed);
      showNotice(t('speedNow', { value: speedText(speed, options.locale()) }));
    },
    faster(direction) {
      // Live cannot be faster, and slower would only add latency.
      if (modeOf(controller.state.peek()) === 'archive') this.changeSpeed(nextSpeed(controller.speed.peek(), direction));
    },
    louder(by) {
      const volume = Math.min(1, Math.max(0, Math.round(((controller.muted.peek() ? 0 : controller.volume.peek()) + by) * 20) / 20));
      controller.setVolume(volume);
      controller.setMuted(volume === 0);
      const heard = controller.muted.peek() ? 0 : controller.volume.peek();
      showNotice(`${t('volume')} ${t('percent', { value: Math.round(heard * 100) })}`);
    },
    async saveSnapshot() {
      const snapshot = await takeSnapshot(controller, stage);
      if (!snapshot) return showNotice(t('noPicture'), true);
      saveFile(snapshot.blob, snapshot.name);
      flashes.value += 1;
      showNotice(t('snapshotSaved'));
    },
    async togglePictureInPicture() {
      // Its window shows the bare video, without the watermark over it.
      if (controller.camera.peek()?.watermark) return showNotice(t('noPictureInPicture'), true);
      try {
        await pictureInPicture.toggle(await controller.pictureForWindow());
      } catch {
        showNotice(t('noPictureInPicture'), true);
      }
    },
    toggleFullscreen: () => controller.toggleFullscreen(),
    mark() {
      const time = controller.position.peek();
      if (!options.onMark || time === null) return;
      options.onMark(time);
      showNotice(
        t('marked', { time: formatTime(time, { locale: options.locale(), timeZone: controller.camera.peek()?.timeZone, zone: true }) }),
      );
    },
  };
}

/** Announces the zoom factor for users who cannot see the picture grow. */
export function announceZoom(model: ControlModel): void {
  model.showNotice(model.options.t('zoomNow', { value: zoomText(model.view.peek(), model.options.locale()) }));
}

interface Presence {
  readonly onMove: () => void;
  readonly onPress: (isFinger: boolean) => void;
  /** The tap only showed the controls; it does not press the control under it. */
  readonly swallowsClick: () => boolean;
}

function listenToPresence(stage: HTMLElement, { onMove, onPress, swallowsClick }: Presence): () => void {
  const life = new AbortController();
  const options = { capture: true, signal: life.signal };
  const isFinger = (event: Event): boolean => event instanceof PointerEvent && event.pointerType === 'touch';
  stage.addEventListener('pointermove', (event) => void (isFinger(event) || onMove()), options);
  stage.addEventListener('pointerdown', (event) => onPress(isFinger(event)), options);
  stage.addEventListener('focusin', onMove, options);
  stage.addEventListener(
    'click',
    (event) => {
      if (!isFinger(event) || !swallowsClick()) return;
      event.preventDefault();
      event.stopPropagation();
    },
    options,
  );
  return () => life.abort();
}
