import type { LiveConnection, Unsubscribe } from '@watchpost/sdk-core';
import type { PlayerController } from '../../player/index.ts';

/** Failed connections in a row before another transport is used. */
const maxFailedAttempts = 3;

/** Whether this browser can play what the socket delivers. */
export function canUseSocket(): boolean {
  return 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;
}

/**
 * Keeps a tile on the wall's shared socket: on a busy machine, tiles that look for other transports would only add load. Only if sockets
 * cannot connect at all, each tile uses what works.
 */
export function keepToSocket(player: Pick<PlayerController, 'setTransport'>, live: Pick<LiveConnection, 'state'>): Unsubscribe {
  let failures = 0;
  return live.state.subscribe((state) => {
    if (state === 'waiting') failures += 1;
    if (state === 'open') failures = 0;
    if (state === 'open') player.setTransport('websocket');
    else if (failures >= maxFailedAttempts) player.setTransport('auto');
  });
}
