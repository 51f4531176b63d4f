import type { ElementStateName } from '../../element/page-element.ts';
import type { PlayerState } from './engine/player-state.ts';

/** What `:state()` of an element matches in a state of its player. */
export const stateNames: Readonly<Record<PlayerState['kind'], readonly ElementStateName[]>> = {
  connecting: ['buffering'],
  live: ['live', 'playing'],
  archive: ['playing'],
  paused: [],
  blocked: [],
  offline: ['offline'],
  error: ['error'],
};
