import { computed, effect, signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { Unsubscribe } from '@watchpost/sdk-core';
import type { PlayerController } from '../../player/index.ts';
import type { TilePlan } from './tile-plan.ts';

/** The players of the wall, by camera: they come and go with their tiles and do what the plan says. */
export interface Crew {
  /** Each time with one more or one less. */
  readonly players: ReadonlySignal<ReadonlyMap<string, PlayerController>>;
  join(cameraId: string, player: PlayerController): Unsubscribe;
  dispose: Unsubscribe;
}

export interface CrewOrders {
  readonly plans: ReadonlySignal<ReadonlyMap<string, TilePlan>>;
  readonly isPaused: ReadonlySignal<boolean>;
  /** The one that is heard. */
  readonly soundOf: ReadonlySignal<string | null>;
}

export function createCrew({ plans, isPaused, soundOf }: CrewOrders): Crew {
  const players = signal<ReadonlyMap<string, PlayerController>>(new Map());
  const told = new WeakMap<PlayerController, Partial<TilePlan & { isPaused: boolean; isMuted: boolean }>>();

  /** Each order once: players act on every call. */
  function tell(id: string, player: PlayerController, plan: TilePlan): void {
    const last = told.get(player) ?? { isPaused: false, isMuted: true, isActive: true };
    const next = { ...plan, isPaused: isPaused.value, isMuted: soundOf.value !== id };
    told.set(player, next);
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
      if (plan) tell(id, player, plan);
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

/** How many of these cameras are shown live: what stands still is not. */
export function countLive(players: Crew['players'], watched: ReadonlySignal<readonly string[]>, plans: CrewOrders['plans']): ReadonlySignal<number> {
  return computed(() => watched.value.filter((id) => plans.value.get(id)?.isActive === true && players.value.get(id)?.state.value.kind === 'live').length);
}
