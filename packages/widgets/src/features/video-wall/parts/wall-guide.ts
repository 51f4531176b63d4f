import { computed } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { PlayerController } from '../../player/index.ts';
import type { VideoWallController } from '../video-wall-controller.ts';

/** The player whose footage the timeline shows. */
export function guideOf(wall: VideoWallController): ReadonlySignal<PlayerController | null> {
  return computed(() => {
    const shown = wall.tiles.value.flatMap(({ cameraId }) => cameraId ?? []);
    const asked = [wall.one.value, ...wall.chosen.value, ...shown].filter((id) => id !== null && shown.includes(id));
    const players = asked.flatMap((id) => (id === null ? [] : (wall.players.value.get(id) ?? [])));
    return players.find((player) => player.hasArchive.value) ?? null;
  });
}
