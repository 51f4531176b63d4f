import type { PlayerStats } from './player-controller-types.ts';

/** Until the code that reads them is loaded. */
export const unknownStats: PlayerStats = {
  transport: null,
  codec: null,
  width: 0,
  height: 0,
  frameRate: null,
  bitrate: null,
  latency: null,
  buffer: 0,
  droppedFrames: 0,
  totalFrames: 0,
  quality: null,
  isTranscoded: false,
};
