import type { PlayerController } from '../player/index.ts';
import type { VideoWallController } from './video-wall-controller.ts';
import type { VideoWallHandle } from './video-wall-handle.ts';

export function createVideoWallHandle(wall: VideoWallController): VideoWallHandle {
  const playersOf = (cameraId?: string): readonly PlayerController[] =>
    [...wall.players.peek()].flatMap(([id, player]) => (cameraId === undefined || id === cameraId ? [player] : []));
  return {
    soundCameraId: wall.soundCameraId,
    play(cameraId) {
      if (cameraId === undefined) wall.setPaused(false);
      // A live player would restart.
      for (const player of playersOf(cameraId)) if (['paused', 'blocked'].includes(player.state.peek().kind)) player.play();
    },
    pause(cameraId) {
      if (cameraId === undefined) wall.setPaused(true);
      // Pausing an offline camera would end the wait for its return.
      for (const player of playersOf(cameraId)) if (player.state.peek().kind !== 'offline') player.pause();
    },
    seek(time, cameraId) {
      if (cameraId === undefined || wall.playback.peek()) wall.goTo(time);
      else if (time !== 'live') for (const player of playersOf(cameraId)) player.seek(time);
      if (time !== 'live') return;
      for (const player of playersOf(cameraId)) if (!isOnTheWayToLive(player)) player.goLive();
    },
    setSound: (cameraId) => wall.setSound(cameraId),
  };
}

function isOnTheWayToLive({ state }: PlayerController): boolean {
  const now = state.peek();
  return now.kind === 'live' || now.kind === 'offline' || (now.kind === 'connecting' && now.mode === 'live');
}
