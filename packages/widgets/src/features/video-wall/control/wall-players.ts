import { computed, effect, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { Unsubscribe } from '@watchpost/sdk-core';
import type { PlayerController } from '../../player/index.ts';
import type { TilePlan } from './tile-plan.ts';

/** The wall's players by camera: created and disposed with their tiles, controlled by the plan. */
export interface WallPlayers {
  /** A new map whenever a player is added or removed. */
  readonly players: ReadonlySignal<ReadonlyMap<string, PlayerController>>;
  join(cameraId: string, player: PlayerController): Unsubscribe;
  dispose: Unsubscribe;
}

export interface WallPlayersOptions {
  readonly plans: ReadonlySignal<ReadonlyMap<string, TilePlan>>;
  readonly isPaused: ReadonlySignal<boolean>;
  /** The camera with sound. */
  readonly soundCameraId: ReadonlySignal<string | null>;
}

export function createWallPlayers({ plans, isPaused, soundCameraId }: WallPlayersOptions): WallPlayers {
  const players = signal<ReadonlyMap<string, PlayerController>>(new Map());
  const applied = new WeakMap<PlayerController, Partial<TilePlan & { isPaused: boolean; isMuted: boolean }>>();

  /** Sends only what has changed: players act on every call. */
  function apply(id: string, player: PlayerController, plan: TilePlan): void {
    const last = applied.get(player) ?? { isPaused: false, isMuted: true, isActive: true };
    const next = { ...plan, isPaused: isPaused.value, isMuted: soundCameraId.value !== id };
    applied.set(player, next);
    if (last.quality !== next.quality) player.setQuality(next.quality);
    if (last.frames !== next.frames) player.setFrames(next.frames);
    if (last.isActive !== next.isActive) player.setActive(next.isActive);
    if (last.isPaused !== next.isPaused) {
      if (next.isPaused) player.pause();
      else player.play();
    }
    if (last.isMuted !== next.isMuted) player.setMuted(next.isMuted);
  }
  const stop = effect(() => {
    for (const [id, player] of players.value) {
      const plan = plans.value.get(id);
      if (plan) apply(id, player, plan);
    }
  });
  return {
    players,
    join(cameraId, player) {
      players.value = new Map(players.peek()).set(cameraId, player);
      return () => {
        if (players.peek().get(cameraId) !== player) return;
        const left = new Map(players.peek());
        left.delete(cameraId);
        players.value = left;
      };
    },
    dispose: stop,
  };
}

/** How many of these cameras are live; paused tiles are not. */
export function countLive(
  players: WallPlayers['players'],
  watched: ReadonlySignal<readonly string[]>,
  plans: WallPlayersOptions['plans'],
): ReadonlySignal<number> {
  return computed(
    () => watched.value.filter((id) => plans.value.get(id)?.isActive === true && players.value.get(id)?.state.value.kind === 'live').length,
  );
}
