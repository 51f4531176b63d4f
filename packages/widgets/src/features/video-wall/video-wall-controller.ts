import { batch, computed, effect, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { systemClock } from '@watchpost/sdk-core';
import type { Camera, ClockPort, Unsubscribe, WallArrangement } from '@watchpost/sdk-core';
import type { PlayerController, PlayerState, QualityEvent } from '../player/index.ts';
import { countLive, createWallPlayers } from './control/wall-players.ts';
import type { WallPlayers } from './control/wall-players.ts';
import { createLoadMeter } from './control/load-meter.ts';
import { createPlayback } from './control/playback.ts';
import type { Playback } from './control/playback.ts';
import { planTiles } from './control/tile-plan.ts';
import { createWakeLock } from './control/wake-lock.ts';
import { add, arrange, placesOf, put, remove, shownPlaces, swap } from './model/arrangement.ts';
import type { Places } from './model/arrangement.ts';
import { firstCycle, hold, pageAhead, passTime, turnTo } from './model/cycle.ts';
import { firstGovernor, govern, maxLevel, settle } from './model/governor.ts';
import { fitGrid, tilesPerPage, usualAspect } from './model/grid.ts';
import type { Box, FittedGrid } from './model/grid.ts';

/** Maximum number of cameras that play back in sync. */
const maxSynchronized = 4;

/** A tile of the wall: its place and its camera. */
interface Tile {
  readonly place: number;
  readonly cameraId: string | null;
}

/** The headless video wall. */
export interface VideoWallController {
  readonly arrangement: ReadonlySignal<WallArrangement>;
  /** Null until known. */
  readonly cameras: ReadonlySignal<readonly Camera[] | null>;
  readonly tiles: ReadonlySignal<readonly Tile[]>;
  /** Tiles of the next page, opened before it is shown. */
  readonly ahead: ReadonlySignal<readonly Tile[]>;
  readonly grid: ReadonlySignal<FittedGrid>;
  readonly page: ReadonlySignal<number>;
  readonly pages: ReadonlySignal<number>;
  /** Progress to the next page, 0 to 1; null without automatic page changes. */
  readonly progress: ReadonlySignal<number | null>;
  /** The camera that fills the wall. */
  readonly one: ReadonlySignal<string | null>;
  readonly soundCameraId: ReadonlySignal<string | null>;
  readonly isPaused: ReadonlySignal<boolean>;
  readonly players: WallPlayers['players'];
  /** Visible cameras: the one that fills the wall, or those of the page. */
  readonly watched: ReadonlySignal<readonly string[]>;
  /** How many of them are live. */
  readonly live: ReadonlySignal<number>;
  /** Synchronized playback; null while the wall is live. */
  readonly playback: ReadonlySignal<Playback | null>;
  /** Selected for synchronized playback. */
  readonly chosen: ReadonlySignal<readonly string[]>;
  /** Level of the resource governor; 0 is full quality. */
  readonly level: ReadonlySignal<number>;
  /** Time zone of the wall: that of its cameras if they agree, else undefined, which means the viewer's own. */
  readonly timeZone: ReadonlySignal<string | undefined>;
  setCameras(cameras: readonly Camera[] | null): void;
  setArrangement(arrangement: WallArrangement): void;
  setBox(box: Box): void;
  setUnseen(cameraId: string, isUnseen: boolean): void;
  /** @param aspect width of the camera's pictures divided by their height */
  setAspect(cameraId: string, aspect: number): void;
  /** Minimum distance of a tile's live picture from the newest data, milliseconds. */
  liveDelay(cameraId: string): number;
  join(cameraId: string, player: PlayerController): Unsubscribe;
  /** Playback quality of a camera, for the host. */
  onQuality(cameraId: string, event: QualityEvent): void;
  /** The user's changes of the arrangement, for the host, which passes them back. */
  move(from: number, to: number): void;
  removeAt(place: number): void;
  putAt(place: number, cameraId: string): void;
  addCamera(cameraId: string): void;
  setLayout(layout: WallArrangement['layout']): void;
  setCycle(seconds: number): void;
  goToPage(page: number): void;
  /** The user is active: page changes wait. */
  touch(): void;
  showOne(cameraId: string | null): void;
  setSound(cameraId: string | null): void;
  setPaused(isPaused: boolean): void;
  choose(cameraId: string): void;
  /** Unix milliseconds, or live. */
  goTo(time: number | 'live'): void;
  dispose(): void;
}

export interface VideoWallOptions {
  readonly arrangement: WallArrangement;
  readonly cameras: readonly Camera[] | null;
  /** The user changed it; `removed` names a camera that was removed. */
  readonly onArrange: (next: WallArrangement, removed: string | null) => void;
  readonly onState?: (cameraId: string, state: PlayerState) => void;
  readonly onQuality?: (cameraId: string, event: QualityEvent) => void;
  readonly clock?: ClockPort;
}

const tickIntervalMs = 250;
const turnIntervalMs = 15_000;

export function createVideoWall({ onArrange, onState, onQuality, clock = systemClock, ...initial }: VideoWallOptions): VideoWallController {
  const arrangement = signal(initial.arrangement);
  const cameras = signal(initial.cameras);
  const box = signal<Box>({ width: 1280, height: 720 });
  const cycle = signal(firstCycle);
  const one = signal<string | null>(null);
  const soundCameraId = signal<string | null>(null);
  const isPaused = signal(false);
  const unseen = signal<ReadonlySet<string>>(new Set());
  const aspects = signal<ReadonlyMap<string, number>>(new Map());
  const governor = signal(firstGovernor);
  const turn = signal(0);
  const chosen = signal<readonly string[]>([]);
  const playback = signal<Playback | null>(null);
  const together = signal<readonly string[]>([]);

  const ids = computed(() => (cameras.value ?? []).map(({ id }) => id));
  /** A separate signal: another order of the same cameras does not change the grid. */
  const layout = computed(() => arrangement.value.layout);
  const places = computed<Places>(() => placesOf(arrangement.value, ids.value));
  const perPage = computed(() => tilesPerPage(layout.value, places.value.length));
  const pages = computed(() => Math.max(1, places.value.length / perPage.value));
  const rules = computed(() => ({ pages: pages.value, cycleSeconds: playback.value ? 0 : arrangement.value.cycleSeconds }));
  const page = computed(() => Math.min(cycle.value.page, pages.value - 1));
  /** The automatic layout is as large as its content. */
  const hasSpare = computed(() => layout.value !== 'auto' && ids.value.some((id) => !places.value.includes(id)));
  const ofPage = (number: number): Tile[] => {
    const page = places.value.slice(number * perPage.value, (number + 1) * perPage.value);
    return page.slice(0, shownPlaces(page, hasSpare.value)).map((cameraId, index) => ({ place: number * perPage.value + index, cameraId }));
  };
  const tiles = computed<readonly Tile[]>(() =>
    playback.value ? together.value.map((cameraId) => ({ place: places.value.indexOf(cameraId), cameraId })) : ofPage(page.value),
  );
  const aheadPage = computed(() => (playback.value || one.value !== null ? null : pageAhead(cycle.value, rules.value)));
  const ahead = computed<readonly Tile[]>(() => (aheadPage.value === null ? [] : ofPage(aheadPage.value)));
  /** A number, so that another order of the same tiles does not change the grid. */
  const tileCount = computed(() => tiles.value.length);
  const aspect = computed(() =>
    middleAspect(
      tiles.value.flatMap(({ cameraId }) => aspects.value.get(cameraId ?? '') ?? []),
      tileCount.value,
    ),
  );
  const grid = computed(() => fitGrid(playback.value ? 'auto' : layout.value, Math.max(1, tileCount.value), box.value, aspect.value));
  const timeZone = computed(() => {
    const [first, ...others] = new Set(cameras.value?.filter(({ id }) => places.value.includes(id)).map((camera) => camera.timeZone));
    return others.length === 0 ? first : undefined;
  });
  /** Number of large tiles, which come first. A number, so that resizing the window does not change the wall. */
  const large = computed(() => grid.value.places.filter(({ span }) => span > 1).length);
  const shown = computed(() => tiles.value.flatMap(({ cameraId }) => cameraId ?? []));
  const watched = computed(() => (one.value !== null && shown.value.includes(one.value) ? [one.value] : shown.value));
  const level = computed(() => governor.value.level);
  const plans = computed(() =>
    planTiles({
      shown: shown.value,
      ahead: ahead.value.flatMap(({ cameraId }) => cameraId ?? []),
      unseen: unseen.value,
      one: one.value !== null && shown.value.includes(one.value) ? one.value : null,
      favourites: [...new Set([soundCameraId.value, ...tiles.value.slice(0, large.value).map(({ cameraId }) => cameraId)])].filter(
        (id) => id !== null,
      ),
      // Recordings are read ahead: the governor only saves on live video.
      level: playback.value ? 0 : level.value,
      turn: level.value < maxLevel ? 0 : turn.value,
    }),
  );
  const wallPlayers = createWallPlayers({ plans, isPaused: computed(() => isPaused.value && !playback.value), soundCameraId });
  const taking = computed(() => together.value.flatMap((id) => wallPlayers.players.value.get(id) ?? []));

  const stopMeter = createLoadMeter({
    clock,
    players: () => [...wallPlayers.players.peek()].flatMap(([id, player]) => (plans.peek().get(id)?.isActive ? [player] : [])),
    onSample: (sample) => {
      if (!playback.peek()) governor.value = govern(governor.peek(), sample);
    },
  });
  // As text, so that another list of the same cameras does not change the wall.
  const onWall = computed(() =>
    [one.value, playback.value === null, ...shown.value, ...ahead.value.map(({ cameraId }) => cameraId)].join(),
  );
  const stopSettle = effect(() => {
    void onWall.value;
    governor.value = settle(governor.peek());
  });
  const wakeLock = createWakeLock();
  const stopWake = effect(() =>
    wakeLock.want(!(playback.value ? playback.value.isPaused.value : isPaused.value) && shown.value.length > 0),
  );
  let lastTick = clock.monotonic();
  let stopTick = clock.after(tickIntervalMs, tick);
  let turnedAt = lastTick;
  function tick(): void {
    stopTick = clock.after(tickIntervalMs, tick);
    const now = clock.monotonic();
    const isHeld = isPaused.peek() || one.peek() !== null || document.visibilityState === 'hidden';
    cycle.value = passTime(cycle.peek(), isHeld ? 0 : now - lastTick, now, rules.peek());
    lastTick = now;
    if (now - turnedAt < turnIntervalMs) return;
    turnedAt = now;
    if (level.peek() >= maxLevel) turn.value += 1;
  }

  const change = (next: WallArrangement, removed: string | null = null): void => {
    arrangement.value = next;
    onArrange(next, removed);
  };
  const rearrange = (next: Places, removed: string | null = null): void => change(arrange(arrangement.peek(), next), removed);
  const touch = (): void => void (cycle.value = hold(cycle.peek(), clock.monotonic()));
  function goTo(time: number | 'live'): void {
    if (time === 'live') return leavePlayback();
    const running = playback.peek();
    if (running) return running.seek(time);
    const able = shown.peek().filter((id) => cameras.peek()?.find((camera) => camera.id === id)?.withArchive !== false);
    const asked = one.peek() !== null ? [one.peek()] : chosen.peek().length > 0 ? chosen.peek() : able;
    const taken = asked
      .filter((id) => id !== null && able.includes(id))
      .slice(0, maxSynchronized)
      .filter((id) => id !== null);
    if (taken.length === 0) return;
    batch(() => {
      isPaused.value = false;
      one.value = null;
      together.value = taken;
      playback.value = createPlayback({ clock, time, players: () => taking.peek(), onCaughtUp: () => goTo('live') });
    });
  }
  function leavePlayback(): void {
    const running = playback.peek();
    const went = taking.peek();
    if (!running) return setPaused(false);
    running.dispose();
    batch(() => {
      playback.value = null;
      together.value = [];
      one.value = null;
    });
    for (const player of went) player.goLive();
  }
  function setPaused(next: boolean): void {
    const running = playback.peek();
    if (running) running.setPaused(next);
    else isPaused.value = next;
  }

  return {
    arrangement,
    cameras,
    tiles,
    ahead,
    grid,
    page,
    pages,
    one,
    soundCameraId,
    playback,
    chosen,
    level,
    timeZone,
    touch,
    goTo,
    setPaused,
    isPaused: computed(() => (playback.value ? playback.value.isPaused.value : isPaused.value)),
    progress: computed(() =>
      rules.value.cycleSeconds === 0 || rules.value.pages < 2
        ? null
        : Math.min(1, cycle.value.shownFor / (rules.value.cycleSeconds * 1000)),
    ),
    players: wallPlayers.players,
    watched,
    live: countLive(wallPlayers.players, watched, plans),
    setCameras: (next) => void (cameras.value = next),
    setArrangement: (next) => void (arrangement.value = next),
    setBox: (next) => void (box.value = next),
    setUnseen(id, isUnseen) {
      if (unseen.peek().has(id) === isUnseen) return;
      const next = new Set(unseen.peek());
      if (isUnseen) next.add(id);
      else next.delete(id);
      unseen.value = next;
    },
    setAspect(id, aspect) {
      if (aspects.peek().get(id) !== aspect) aspects.value = new Map(aspects.peek()).set(id, aspect);
    },
    liveDelay: (id) => plans.peek().get(id)?.liveDelay ?? 0,
    join(id, player) {
      const leave = wallPlayers.join(id, player);
      const stop = player.state.subscribe((state) => onState?.(id, state));
      return () => {
        stop();
        leave();
      };
    },
    onQuality: (id, event) => onQuality?.(id, event),
    move: (from, to) => {
      if (from !== to) rearrange(swap(places.peek(), from, to));
    },
    removeAt: (place) => rearrange(remove(places.peek(), place), places.peek()[place] ?? null),
    putAt: (place, cameraId) => rearrange(put(places.peek(), place, cameraId)),
    addCamera: (cameraId) => rearrange(add(places.peek(), cameraId)),
    setLayout(layout) {
      batch(() => {
        cycle.value = turnTo(0, 1, clock.monotonic());
        one.value = null;
        change({ ...arrangement.peek(), layout });
      });
    },
    setCycle: (cycleSeconds) => change({ ...arrangement.peek(), cycleSeconds }),
    goToPage: (next) => void (cycle.value = turnTo(next, pages.peek(), clock.monotonic())),
    showOne: (cameraId) => void (one.value = cameraId),
    setSound: (cameraId) => void (soundCameraId.value = cameraId),
    choose(cameraId) {
      const before = chosen.peek();
      chosen.value = before.includes(cameraId)
        ? before.filter((id) => id !== cameraId)
        : [...before.slice(-(maxSynchronized - 1)), cameraId];
    },
    dispose() {
      playback.peek()?.dispose();
      stopTick();
      stopMeter();
      stopSettle();
      stopWake();
      wakeLock.dispose();
      wallPlayers.dispose();
    },
  };
}

/** The median aspect ratio once most are known: neither a portrait phone nor the first picture decides for all cells. */
function middleAspect(known: readonly number[], tiles: number): number {
  const middle = known.toSorted((a, b) => a - b)[Math.floor(known.length / 2)];
  return middle !== undefined && known.length * 2 > tiles ? middle : usualAspect;
}
