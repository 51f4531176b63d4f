import { batch, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { ClockPort, Unsubscribe } from '@watchpost/sdk-core';
import type { PlayerController } from '../../player/index.ts';
import { atSpeed, correct, gatherAt, spread, timeOf } from '../model/sync.ts';
import type { MasterClock } from '../model/sync.ts';

/** Synchronized playback of a few cameras' recordings. */
export interface Playback {
  readonly position: ReadonlySignal<number>;
  readonly speed: ReadonlySignal<number>;
  readonly isPaused: ReadonlySignal<boolean>;
  /** Largest distance between two pictures, milliseconds of footage; null while they gather. */
  readonly spread: ReadonlySignal<number | null>;
  /** @param time Unix milliseconds */
  seek(time: number): void;
  setSpeed(speed: number): void;
  setPaused(isPaused: boolean): void;
  dispose: Unsubscribe;
}

export interface PlaybackOptions {
  readonly clock: ClockPort;
  readonly time: number;
  /** The participating players, as they change. */
  readonly players: () => readonly PlayerController[];
  /** Playback has reached the present. */
  readonly onCaughtUp: () => void;
}

const tickIntervalMs = 250;
/** Pictures that take longer than this (ms) are not waited for. */
const maxWaitMs = 4_000;
/** After a common start, errors are corrected firmly for this long, ms. */
const gatherMs = 3_000;
/** A jump takes a moment to show; another one within it would only prolong it. */
const jumpIntervalMs = 2_500;

export function createPlayback({ clock, time, players, onCaughtUp }: PlaybackOptions): Playback {
  const position = signal(time);
  const speed = signal(1);
  const isPaused = signal(false);
  const apart = signal<number | null>(null);
  const meters = new Map<PlayerController, { readonly position: () => number | null; readonly stop: Unsubscribe }>();
  const jumpedAt = new Map<PlayerController, number>();
  let master: MasterClock | null = null;
  let askedAt = clock.monotonic();
  let begunAt = 0;
  let asked = time;
  let stopTick = clock.after(0, tick);

  function seek(next: number): void {
    batch(() => {
      position.value = asked = next;
      apart.value = null;
    });
    master = null;
    askedAt = clock.monotonic();
    for (const player of players()) sendTo(player, next);
  }
  function sendTo(player: PlayerController, target: number): void {
    jumpedAt.set(player, clock.monotonic());
    player.setSpeed(speed.value);
    player.seek(target);
  }
  /** Each player joins as soon as it exists: one added later jumps to the common time. */
  function follow(): readonly PlayerController[] {
    const current = players();
    for (const [player, meter] of meters) {
      if (current.includes(player)) continue;
      meter.stop();
      meters.delete(player);
      jumpedAt.delete(player);
    }
    for (const player of current) {
      if (meters.has(player)) continue;
      meters.set(player, meterOf(player));
      sendTo(player, master ? timeOf(master, clock.monotonic()) : asked);
    }
    return current;
  }
  function tick(): void {
    stopTick = clock.after(tickIntervalMs, tick);
    const now = clock.monotonic();
    const current = follow();
    if (isPaused.value) return;
    const running = current.filter((player) => player.state.peek().kind === 'archive' && player.gap.peek() === null);
    if (!master) {
      const waiting = current.some((player) => player.state.peek().kind === 'connecting');
      const positions = running.flatMap((player) => meters.get(player)?.position() ?? []);
      const begin = gatherAt(positions);
      if (begin === null || (waiting && now - askedAt < maxWaitMs)) {
        // No camera has a recording here: the time advances anyway, until one has.
        if (waiting || now - askedAt < maxWaitMs) return;
      }
      master = { moment: begin ?? asked, since: now, speed: speed.value };
      begunAt = now;
    }
    const target = timeOf(master, now);
    position.value = target;
    const [any] = current;
    if (any && target > any.now() - 1_500) return onCaughtUp();
    for (const player of current) steer(player, running.includes(player), target, now);
    const positions = running.flatMap((player) => meters.get(player)?.position() ?? []);
    apart.value = positions.length === 0 ? null : spread(positions);
  }
  function steer(player: PlayerController, isRunning: boolean, target: number, now: number): void {
    const mayJump = now - (jumpedAt.get(player) ?? -jumpIntervalMs) >= jumpIntervalMs;
    const gap = player.gap.peek();
    if (gap) {
      if (target >= gap.to && mayJump) sendTo(player, target);
      return;
    }
    const at = isRunning ? (meters.get(player)?.position() ?? null) : null;
    if (at === null) return;
    const found = correct(at - target, { target, speed: speed.value }, now - begunAt < gatherMs || !mayJump);
    if (found.kind === 'rate') player.setSpeed(found.rate);
    else if (mayJump) sendTo(player, target);
  }
  function setSpeed(next: number): void {
    speed.value = next;
    if (master) master = atSpeed(master, next, clock.monotonic());
    for (const player of players()) player.setSpeed(next);
  }
  function setPaused(next: boolean): void {
    if (isPaused.value === next) return;
    isPaused.value = next;
    const now = clock.monotonic();
    if (next) {
      if (master) position.value = timeOf(master, now);
      master = null;
      for (const player of players()) player.pause();
    } else seek(position.value);
  }
  return {
    position,
    speed,
    isPaused,
    spread: apart,
    seek,
    setSpeed,
    setPaused,
    dispose() {
      stopTick();
      for (const { stop } of meters.values()) stop();
      for (const player of players()) player.setSpeed(1);
    },
  };
}

/** Current position of a picture: the player reports it a few times a second, the media clock interpolates. */
function meterOf(player: PlayerController): { position: () => number | null; stop: Unsubscribe } {
  let reported: { readonly position: number; readonly mediaTime: number } | null = null;
  const mediaTime = (): number => {
    const picture = player.picture();
    return picture instanceof HTMLVideoElement ? picture.currentTime : 0;
  };
  const stop = player.position.subscribe((position) => (reported = position === null ? null : { position, mediaTime: mediaTime() }));
  return { position: () => reported && reported.position + (mediaTime() - reported.mediaTime) * 1000, stop };
}
