import { useEffect, useMemo, useState } from 'react';
import type { JSX } from 'react';
import { formatTime, systemClock } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import type { PlayerController } from '../../player/index.ts';
import { useWall } from './wall-context.tsx';
import { guideOf } from './wall-guide.ts';
import { WallIcon } from './wall-icons.tsx';

/** The middle of a tile, when there is something to say. */
export function TileMessage({ player, camera }: { readonly player: PlayerController; readonly camera: Camera }): JSX.Element | null {
  const { t, locale } = useWall();
  const state = useValue(player.state);
  const gap = useValue(player.gap);
  const clock = (time: number): string => formatTime(time, { locale, timeZone: camera.timeZone, seconds: false });
  if (gap) {
    return (
      <div className="wp-wall-middle wp-wall-dimmed">
        <WallIcon name="gap" />
        <b>{t('noRecording')}</b>
        <span>{`${clock(gap.from)} – ${clock(gap.to)}`}</span>
      </div>
    );
  }
  if (state.kind === 'offline') {
    return (
      <div className="wp-wall-middle wp-wall-dimmed">
        <WallIcon name="offline" />
        <b>{t('offlineSince', { time: clock(state.since) })}</b>
        {camera.previewAt !== null && <span>{t('lastPicture', { time: clock(Math.min(camera.previewAt, state.since)) })}</span>}
      </div>
    );
  }
  if (state.kind === 'error') {
    return (
      <div className="wp-wall-middle wp-wall-dimmed">
        <WallIcon name="alert" />
        <b>{t(state.code === 'no-footage' ? 'noRecording' : 'failed')}</b>
        {state.code !== 'no-footage' && <button type="button" className="wp-wall-retry" onClick={() => player.play()}>{t('tryAgain')}</button>}
      </div>
    );
  }
  return state.kind === 'connecting' ? <Late key={state.mode} /> : null;
}

/** Only after a moment: what is there at once needs no spinner. */
function Late(): JSX.Element | null {
  const [isLate, setLate] = useState(false);
  useEffect(() => systemClock.after(600, () => setLate(true)), []);
  return isLate ? <div className="wp-wall-middle"><WallIcon name="loader" /></div> : null;
}

/** What a tile shows, at its lower right: LIVE 0.4 s, Recorded 14:02:11. */
export function TileTime({ player, camera }: { readonly player: PlayerController; readonly camera: Camera }): JSX.Element {
  const { wall, t, locale } = useWall();
  const state = useValue(player.state);
  const latency = useValue(player.latency);
  const position = useValue(player.position);
  const level = useValue(wall.level);
  // Recordings on one time are told in one zone, as the clock of the wall.
  const guide = useValue(useMemo(() => guideOf(wall), [wall]));
  if (state.kind === 'live') {
    const late = latency === null ? '' : ` ${t('seconds', { value: (Math.max(100, latency) / 1000).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) })}`;
    return <span className="wp-wall-time" title={level > 0 ? t('keyFrames') : undefined}>{t('live')}{late}</span>;
  }
  if (state.kind === 'archive' && position !== null) return <span className="wp-wall-time">{t('recorded', { time: formatTime(position, { locale, timeZone: guide?.camera.peek()?.timeZone ?? camera.timeZone }) })}</span>;
  const words = { connecting: 'connecting', paused: 'paused' } as const;
  return <span className="wp-wall-time">{state.kind === 'connecting' || state.kind === 'paused' ? t(words[state.kind]) : ''}</span>;
}
