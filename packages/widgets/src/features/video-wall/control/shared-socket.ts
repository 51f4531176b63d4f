import type { LiveConnection, Unsubscribe } from '@watchpost/sdk-core';
import type { PlayerController } from '../../player/index.ts';

/** Connections in a row that did not come about before another way is taken. */
const triesBeforeOthers = 3;

/** Whether this browser can show what the socket brings. */
export function canUseSocket(): boolean {
  return 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;
}

/**
 * Keeps a tile on the one socket of the wall: a tile that looks for a way of its own whenever this machine is busy would make it busier.
 * Only where sockets do not come about at all each tile takes what it finds.
 */
export function keepToSocket(player: Pick<PlayerController, 'setTransport'>, live: Pick<LiveConnection, 'state'>): Unsubscribe {
  let failures = 0;
  return live.state.subscribe((state) => {
    if (state === 'waiting') failures += 1;
    if (state === 'open') failures = 0;
    if (state === 'open') player.setTransport('websocket');
    else if (failures >= triesBeforeOthers) player.setTransport('auto');
  });
}
