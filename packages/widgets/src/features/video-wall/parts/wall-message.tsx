import { useEffect, useMemo, useState } from 'react';
import type { JSX } from 'react';
import { computed } from '@preact/signals-core';
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

/** As it is written: how late live is in tenths of a second, a recording's moment in whole ones. The values behind it change far more often. */
function roundedTime(player: PlayerController): number | null {
  const isLive = player.state.value.kind === 'live';
  const { value } = isLive ? player.latency : player.position;
  if (value === null) return null;
  return isLive ? Math.max(1, Math.round(value / 100)) / 10 : Math.floor(value / 1_000) * 1_000;
}

/** What a tile shows, at its lower right: LIVE 0.4 s, Recorded 14:02:11. */
export function TileTime({ player, camera }: { readonly player: PlayerController; readonly camera: Camera }): JSX.Element {
  const { wall, t, locale } = useWall();
  const state = useValue(player.state);
  const shown = useValue(useMemo(() => computed(() => roundedTime(player)), [player]));
  const level = useValue(wall.level);
  // Recordings on one time are told in one zone, as the clock of the wall.
  const guide = useValue(useMemo(() => guideOf(wall), [wall]));
  if (state.kind === 'live') {
    const late = shown === null ? '' : ` ${t('seconds', { value: shown.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) })}`;
    return <span className="wp-wall-time" title={level > 0 ? t('keyFrames') : undefined}>{t('live')}{late}</span>;
  }
  if (state.kind === 'archive' && shown !== null) return <span className="wp-wall-time">{t('recorded', { time: formatTime(shown, { locale, timeZone: guide?.camera.peek()?.timeZone ?? camera.timeZone }) })}</span>;
  const words = { connecting: 'connecting', paused: 'paused' } as const;
  return <span className="wp-wall-time">{state.kind === 'connecting' || state.kind === 'paused' ? t(words[state.kind]) : ''}</span>;
}
