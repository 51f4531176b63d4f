import { signal } from '@preact/signals-core';
import type { PlayerControllerOptions } from '../player-controller-types.ts';
import type { PlayerSignals } from './player-core.ts';

export function createPlayerSignals({ time = 'live', muted = true, quality = 'auto' }: PlayerControllerOptions): PlayerSignals {
  return {
    state: signal({ kind: 'connecting', mode: time === 'live' ? 'live' : 'archive' }),
    position: signal(time === 'live' ? null : time),
    latency: signal(null),
    muted: signal(muted),
    volume: signal(1),
    hasAudio: signal(false),
    fullscreen: signal(false),
    camera: signal(null),
    footage: signal(null),
    hasArchive: signal(true),
    quality: signal(quality),
    shownQuality: signal(null),
    transport: signal(null),
    speed: signal(1),
    gap: signal(null),
    canTalk: signal(false),
    access: signal(null),
  };
}
