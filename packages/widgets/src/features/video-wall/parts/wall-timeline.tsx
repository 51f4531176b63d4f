import { useEffect, useMemo, useState } from 'react';
import type { JSX } from 'react';
import { computed } from '@preact/signals-core';
import { ownTimeZone, systemClock } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { Timeline } from '../../player/index.ts';
import type { PlayerController, PlayerState, TimelineActivity, TimelineRange } from '../../player/index.ts';
import { loudest } from '../model/activity.ts';
import { mergeFootage } from '../model/footage.ts';
import type { VideoWallController } from '../video-wall-controller.ts';
import { useWall } from './wall-context.tsx';
import { guideOf } from './wall-guide.ts';

/** The timeline of the whole wall: while live, of the first camera with an archive; in playback, of all participating cameras. */
export function WallTimeline(): JSX.Element {
  const { wall } = useWall();
  const guide = useValue(useMemo(() => guideOf(wall), [wall]));
  const controller = useMemo(() => guide && conduct(wall, guide), [wall, guide]);
  const [range, setRange] = useState<TimelineRange | null>(null);
  const activity = useActivity(range, guide?.camera.peek()?.id ?? null);
  return (
    <div className="wp-wall-line">
      {controller && <Timeline controller={controller} activity={activity} onRange={setRange} onSeek={wall.goTo} />}
    </div>
  );
}

/** Activity: of the guide's camera while the wall is live, else of all cameras in playback. */
function useActivity(range: TimelineRange | null, guide: string | null): TimelineActivity | undefined {
  const { wall, loadActivity } = useWall();
  const playback = useValue(wall.playback);
  const watched = useValue(wall.watched).join(' ');
  const [activity, setActivity] = useState<TimelineActivity | undefined>();
  const asked = playback ? watched : (guide ?? '');
  useEffect(() => {
    if (!range || !loadActivity || asked === '') return;
    const life = new AbortController();
    const { from, to, step } = range;
    const stop = systemClock.after(150, () => {
      const answers = asked.split(' ').map((id) => loadActivity(id, { from, to, step, signal: life.signal }).catch(() => []));
      void Promise.all(answers).then((all) => {
        if (!life.signal.aborted) setActivity({ from, step, levels: loudest(all) });
      });
    });
    return () => {
      stop();
      life.abort();
    };
  }, [range, loadActivity, asked]);
  return activity;
}

/** Presents all participating players as one. */
function conduct(wall: VideoWallController, guide: PlayerController): PlayerController {
  const taking = computed(() =>
    wall.playback.value ? wall.tiles.value.flatMap(({ cameraId }) => wall.players.value.get(cameraId ?? '') ?? []) : [guide],
  );
  return {
    ...guide,
    // One clock for the whole wall.
    camera: computed(() => guide.camera.value && { ...guide.camera.value, timeZone: wall.timeZone.value ?? ownTimeZone() }),
    state: computed<PlayerState>(() => (wall.playback.value ? { kind: 'archive' } : { kind: 'live' })),
    position: computed(() => (wall.playback.value ? wall.playback.value.position.value : guide.position.value)),
    footage: computed(() => mergeFootage(taking.value.map((player) => player.footage.value))),
    loadFootage: (from, to) => taking.peek().forEach((player) => player.loadFootage(from, to)),
    seek: (time) => wall.goTo(time),
    goLive: () => wall.goTo('live'),
  };
}
