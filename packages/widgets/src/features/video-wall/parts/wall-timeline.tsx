import { useMemo } from 'react';
import type { JSX } from 'react';
import { computed } from '@preact/signals-core';
import { useValue } from '../../../element/use-value.ts';
import { Timeline } from '../../player/index.ts';
import type { PlayerController, PlayerState } from '../../player/index.ts';
import { mergeFootage } from '../model/footage.ts';
import type { VideoWallController } from '../video-wall-controller.ts';
import { useWall } from './wall-context.tsx';
import { guideOf } from './wall-guide.ts';

/** The line of time of the whole wall: live of the first camera that has an archive, in playback of all that take part. */
export function WallTimeline(): JSX.Element {
  const { wall } = useWall();
  const guide = useValue(useMemo(() => guideOf(wall), [wall]));
  const controller = useMemo(() => guide && conduct(wall, guide), [wall, guide]);
  return <div className="wp-wall-line">{controller && <Timeline controller={controller} onSeek={wall.goTo} />}</div>;
}

/** One player's face on all that take part. */
function conduct(wall: VideoWallController, guide: PlayerController): PlayerController {
  const taking = computed(() => (wall.playback.value ? wall.tiles.value.flatMap(({ cameraId }) => wall.players.value.get(cameraId ?? '') ?? []) : [guide]));
  return {
    ...guide,
    state: computed<PlayerState>(() => (wall.playback.value ? { kind: 'archive' } : { kind: 'live' })),
    position: computed(() => (wall.playback.value ? wall.playback.value.position.value : guide.position.value)),
    footage: computed(() => mergeFootage(taking.value.map((player) => player.footage.value))),
    loadFootage: (from, to) => taking.peek().forEach((player) => player.loadFootage(from, to)),
    seek: (time) => wall.goTo(time),
    goLive: () => wall.goTo('live'),
  };
}
