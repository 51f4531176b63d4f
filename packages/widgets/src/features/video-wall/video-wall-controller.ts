import { batch, computed, effect, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { systemClock } from '@watchpost/sdk-core';
import type { Camera, ClockPort, Unsubscribe, WallArrangement } from '@watchpost/sdk-core';
import type { PlayerController } from '../player/index.ts';
import { countLive, createCrew } from './control/crew.ts';
import type { Crew } from './control/crew.ts';
import { createLoadMeter } from './control/load-meter.ts';
import { createPlayback } from './control/playback.ts';
import type { Playback } from './control/playback.ts';
import { planTiles } from './control/tile-plan.ts';
import { createWakeLock } from './control/wake-lock.ts';
import { add, arrange, placesOf, put, remove, swap } from './model/arrangement.ts';
import type { Places } from './model/arrangement.ts';
import { firstCycle, hold, pageAhead, passTime, turnTo } from './model/cycle.ts';
import { firstGovernor, govern, mostLevels, settle } from './model/governor.ts';
import { fitGrid, tilesPerPage } from './model/grid.ts';
import type { Box, FittedGrid } from './model/grid.ts';

/** Cameras that are played back together at most. */
export const mostTogether = 4;

/** A tile of the wall: where it is among all places, and what is on it. */
export interface Tile {
  readonly place: number;
  readonly cameraId: string | null;
}

/** The video wall without a face. */
export interface VideoWallController {
  readonly arrangement: ReadonlySignal<WallArrangement>;
  /** Null while they are not known. */
  readonly cameras: ReadonlySignal<readonly Camera[] | null>;
  readonly tiles: ReadonlySignal<readonly Tile[]>;
  /** Tiles of the next page, opened before it is shown. */
  readonly ahead: ReadonlySignal<readonly Tile[]>;
  readonly grid: ReadonlySignal<FittedGrid>;
  readonly page: ReadonlySignal<number>;
  readonly pages: ReadonlySignal<number>;
  /** How far the page is on its way to the next, 0 to 1; null while pages change by hand only. */
  readonly progress: ReadonlySignal<number | null>;
  /** The camera that fills the wall. */
  readonly one: ReadonlySignal<string | null>;
  readonly soundOf: ReadonlySignal<string | null>;
  readonly isPaused: ReadonlySignal<boolean>;
  readonly players: Crew['players'];
  /** Cameras in sight: the one that fills the wall, or those of the page. */
  readonly watched: ReadonlySignal<readonly string[]>;
  /** How many of them are shown live. */
  readonly live: ReadonlySignal<number>;
  /** Recordings on one time; null while the wall is live. */
  readonly playback: ReadonlySignal<Playback | null>;
  /** Chosen for playing back together. */
  readonly chosen: ReadonlySignal<readonly string[]>;
  /** How far the resource governor went down; 0 is everything. */
  readonly level: ReadonlySignal<number>;
  setCameras(cameras: readonly Camera[] | null): void;
  setArrangement(arrangement: WallArrangement): void;
  setBox(box: Box): void;
  setUnseen(cameraId: string, isUnseen: boolean): void;
  /** Milliseconds that a tile's live picture is behind what has arrived, at least. */
  liveDelay(cameraId: string): number;
  join(cameraId: string, player: PlayerController): Unsubscribe;
  /** What a person does with the arrangement; told to the host, which gives it back. */
  move(from: number, to: number): void;
  removeAt(place: number): void;
  putAt(place: number, cameraId: string): void;
  addCamera(cameraId: string): void;
  setLayout(layout: WallArrangement['layout']): void;
  setCycle(seconds: number): void;
  goToPage(page: number): void;
  /** Somebody does something: pages wait. */
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
  /** A person changed it; `removed` names a camera that they took off. */
  readonly onArrange: (next: WallArrangement, removed: string | null) => void;
  readonly clock?: ClockPort;
}

const tickEvery = 250;
const turnEvery = 15_000;

export function createVideoWall({ onArrange, clock = systemClock, ...initial }: VideoWallOptions): VideoWallController {
  const arrangement = signal(initial.arrangement);
  const cameras = signal(initial.cameras);
  const box = signal<Box>({ width: 1280, height: 720 });
  const cycle = signal(firstCycle);
  const one = signal<string | null>(null);
  const soundOf = signal<string | null>(null);
  const isPaused = signal(false);
  const unseen = signal<ReadonlySet<string>>(new Set());
  const governor = signal(firstGovernor);
  const turn = signal(0);
  const chosen = signal<readonly string[]>([]);
  const playback = signal<Playback | null>(null);
  const together = signal<readonly string[]>([]);

  const ids = computed(() => (cameras.value ?? []).map(({ id }) => id));
  /** By itself: another order of the same cameras is no other grid. */
  const layout = computed(() => arrangement.value.layout);
  const places = computed<Places>(() => placesOf(arrangement.value, ids.value));
  const perPage = computed(() => tilesPerPage(layout.value, places.value.length));
  const pages = computed(() => Math.max(1, places.value.length / perPage.value));
  const rules = computed(() => ({ pages: pages.value, cycleSeconds: playback.value ? 0 : arrangement.value.cycleSeconds }));
  const page = computed(() => Math.min(cycle.value.page, pages.value - 1));
  const ofPage = (number: number): Tile[] => places.value.slice(number * perPage.value, (number + 1) * perPage.value).map((cameraId, index) => ({ place: number * perPage.value + index, cameraId }));
  const tiles = computed<readonly Tile[]>(() => (playback.value ? together.value.map((cameraId) => ({ place: places.value.indexOf(cameraId), cameraId })) : ofPage(page.value)));
  const aheadPage = computed(() => (playback.value || one.value !== null ? null : pageAhead(cycle.value, rules.value)));
  const ahead = computed<readonly Tile[]>(() => (aheadPage.value === null ? [] : ofPage(aheadPage.value)));
  const grid = computed(() => (playback.value ? fitGrid('auto', Math.max(1, together.value.length), box.value) : fitGrid(layout.value, perPage.value, box.value)));
  /** Large places, which are the first ones; as a number, because a window of another size is no other wall. */
  const large = computed(() => grid.value.places.filter(({ span }) => span > 1).length);
  const shown = computed(() => tiles.value.flatMap(({ cameraId }) => cameraId ?? []));
  const watched = computed(() => (one.value !== null && shown.value.includes(one.value) ? [one.value] : shown.value));
  const level = computed(() => governor.value.level);
  const plans = computed(() => planTiles({
    shown: shown.value,
    ahead: ahead.value.flatMap(({ cameraId }) => cameraId ?? []),
    unseen: unseen.value,
    one: one.value !== null && shown.value.includes(one.value) ? one.value : null,
    favourites: [...new Set([soundOf.value, ...tiles.value.slice(0, large.value).map(({ cameraId }) => cameraId)])].filter((id) => id !== null),
    // Recordings are read ahead: what the governor saves is live.
    level: playback.value ? 0 : level.value,
    turn: level.value < mostLevels ? 0 : turn.value,
  }));
  const crew = createCrew({ plans, isPaused: computed(() => isPaused.value && !playback.value), soundOf });
  const taking = computed(() => together.value.flatMap((id) => crew.players.value.get(id) ?? []));

  const stopMeter = createLoadMeter({
    clock,
    players: () => [...crew.players.peek()].flatMap(([id, player]) => (plans.peek().get(id)?.isActive ? [player] : [])),
    onSample: (sample) => { if (!playback.peek()) governor.value = govern(governor.peek(), sample); },
  });
  // As text: a list of the same cameras is no other wall.
  const onWall = computed(() => [one.value, playback.value === null, ...shown.value, ...ahead.value.map(({ cameraId }) => cameraId)].join());
  const stopSettle = effect(() => {
    void onWall.value;
    governor.value = settle(governor.peek());
  });
  const wakeLock = createWakeLock();
  const stopWake = effect(() => wakeLock.want(!(playback.value ? playback.value.isPaused.value : isPaused.value) && shown.value.length > 0));
  let lastTick = clock.monotonic();
  let stopTick = clock.after(tickEvery, tick);
  let turnedAt = lastTick;
  function tick(): void {
    stopTick = clock.after(tickEvery, tick);
    const now = clock.monotonic();
    const isHeld = isPaused.peek() || one.peek() !== null || document.visibilityState === 'hidden';
    cycle.value = passTime(cycle.peek(), isHeld ? 0 : now - lastTick, now, rules.peek());
    lastTick = now;
    if (now - turnedAt < turnEvery) return;
    turnedAt = now;
    if (level.peek() >= mostLevels) turn.value += 1;
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
    const taken = asked.filter((id) => id !== null && able.includes(id)).slice(0, mostTogether).filter((id) => id !== null);
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
    arrangement, cameras, tiles, ahead, grid, page, pages, one, soundOf, playback, chosen, level, touch, goTo, setPaused,
    isPaused: computed(() => (playback.value ? playback.value.isPaused.value : isPaused.value)),
    progress: computed(() => (rules.value.cycleSeconds === 0 || rules.value.pages < 2 ? null : Math.min(1, cycle.value.shownFor / (rules.value.cycleSeconds * 1000)))),
    players: crew.players,
    watched,
    live: countLive(crew.players, watched, plans),
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
    liveDelay: (id) => plans.peek().get(id)?.liveDelay ?? 0,
    join: crew.join,
    move: (from, to) => { if (from !== to) rearrange(swap(places.peek(), from, to)); },
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
    setSound: (cameraId) => void (soundOf.value = cameraId),
    choose(cameraId) {
      const before = chosen.peek();
      chosen.value = before.includes(cameraId) ? before.filter((id) => id !== cameraId) : [...before.slice(-(mostTogether - 1)), cameraId];
    },
    dispose() {
      playback.peek()?.dispose();
      stopTick();
      stopMeter();
      stopSettle();
      stopWake();
      wakeLock.dispose();
      crew.dispose();
    },
  };
}
