import { signal } from '@preact/signals-core';
import type { Signal } from '@preact/signals-core';
import { vi } from 'vitest';
import type { Mocked } from 'vitest';
import { createControlMessages } from '../../../../i18n/control-messages.ts';
import type { PlayerState } from '../../engine/player-state.ts';
import type { PlayerAccess, PlayerController, PlayerGap, QualityChoice } from '../../player-controller-types.ts';
import type { ControlModel } from '../control-model.ts';
import { notTalking } from '../talk/talk-state.ts';
import type { TalkState } from '../talk/talk-state.ts';
import { fit, wholePicture } from '../zoom/zoom-view.ts';
import type { ZoomView } from '../zoom/zoom-view.ts';

export interface FakeOptions {
  readonly state?: Signal<PlayerState>;
  readonly gap?: Signal<PlayerGap | null>;
  readonly talk?: Signal<TalkState>;
  readonly hasAudio?: boolean;
  readonly hasArchive?: boolean;
  readonly canTalk?: boolean;
  readonly marks?: boolean;
  readonly locale?: 'en' | 'ru';
}

export type FakeController = Mocked<PlayerController> & { readonly state: Signal<PlayerState>; readonly gap: Signal<PlayerGap | null> };
export type FakeModel = Omit<Mocked<ControlModel>, 'controller' | 'talk' | 'idle'> & {
  readonly controller: FakeController;
  readonly talk: Mocked<ControlModel['talk']>;
  readonly idle: Mocked<ControlModel['idle']>;
};

/** A controller that records calls and updates its signals. */
export function fakeController({
  state = signal<PlayerState>({ kind: 'archive' }),
  gap = signal<PlayerGap | null>(null),
  hasAudio = true,
  hasArchive = true,
  canTalk = true,
}: FakeOptions = {}): FakeController {
  const quality = signal<QualityChoice>('auto');
  const speed = signal(1);
  const volume = signal(1);
  const muted = signal(true);
  return {
    state,
    gap,
    quality,
    speed,
    volume,
    muted,
    position: signal<number | null>(100_000),
    latency: signal<number | null>(410),
    hasAudio: signal(hasAudio),
    fullscreen: signal(false),
    camera: signal(null),
    footage: signal(null),
    hasArchive: signal(hasArchive),
    shownQuality: signal<'low' | 'high' | null>('high'),
    transport: signal<'websocket' | null>('websocket'),
    canTalk: signal(canTalk),
    access: signal<PlayerAccess | null>(null),
    play: vi.fn(),
    pause: vi.fn(),
    toggle: vi.fn(),
    seek: vi.fn(),
    goLive: vi.fn(),
    step: vi.fn(),
    setTransport: vi.fn(),
    setFrames: vi.fn(),
    setActive: vi.fn(),
    setReport: vi.fn(),
    toggleFullscreen: vi.fn(),
    loadFootage: vi.fn(),
    dispose: vi.fn(),
    setMuted: vi.fn((next: boolean) => void (muted.value = next)),
    setVolume: vi.fn((next: number) => void (volume.value = next)),
    setSpeed: vi.fn((next: number) => void (speed.value = next)),
    setQuality: vi.fn((next: QualityChoice) => void (quality.value = next)),
    stats: vi.fn(
      () =>
        ({
          transport: 'websocket',
          codec: 'avc1.4d401f',
          width: 1920,
          height: 1080,
          frameRate: 24.9,
          bitrate: 2_340_000,
          latency: 141,
          buffer: 227,
          droppedFrames: 1,
          totalFrames: 1_041,
          quality: 'high',
          isTranscoded: false,
        }) as const,
    ),
    picture: vi.fn(() => document.createElement('video')),
    pictureForWindow: vi.fn(async () => document.createElement('video')),
    now: vi.fn(() => 200_000),
  };
}

/** A model for tests of keys, menus and panels. */
export function fakeModel(options: FakeOptions = {}): FakeModel {
  const controller = fakeController(options);
  const view = signal(wholePicture);
  const statistics = signal(false);
  const keyMap = signal(false);
  const stage = document.createElement('div');
  const talk = options.talk ?? signal<TalkState>(notTalking);
  return {
    controller,
    view,
    options: {
      controller,
      stage,
      hasTalk: true,
      t: createControlMessages(() => options.locale ?? 'en'),
      locale: () => options.locale ?? 'en',
      onMark: options.marks === false ? undefined : vi.fn(),
      goTo: vi.fn(),
    } as unknown as ControlModel['options'],
    idle: { idle: signal(false), wake: vi.fn(), rest: vi.fn(), dispose: vi.fn() },
    notice: signal(null),
    flashes: signal(0),
    statistics,
    keyMap,
    showStatistics: vi.fn((shown: boolean) => void (statistics.value = shown)),
    showKeys: vi.fn((shown: boolean) => void (keyMap.value = shown)),
    talk: { state: talk, level: signal(0), press: vi.fn(), lock: vi.fn(), release: vi.fn(), end: vi.fn(), dispose: vi.fn() },
    hasPictureInPicture: true,
    goTo: vi.fn(),
    move: vi.fn(),
    faster: vi.fn(),
    louder: vi.fn(),
    saveSnapshot: vi.fn(async () => {}),
    togglePictureInPicture: vi.fn(async () => {}),
    toggleFullscreen: vi.fn(),
    mark: vi.fn(),
    showNotice: vi.fn(),
    start: vi.fn(() => () => {}),
    changeSpeed: vi.fn((speed: number) => controller.setSpeed(speed)),
    setView: vi.fn((next: ZoomView) => void (view.value = fit(next))),
  };
}
