import { useEffect, useMemo, useState } from 'react';
import type { JSX } from 'react';
import { computed } from '@preact/signals-core';
import { dayOf, formatMoment, formatTime, systemClock } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import type { PlayerController } from '../../player/index.ts';
import { useWall } from './wall-context.tsx';
import { WallIcon } from './wall-icons.tsx';

/** Access that has ended or is closed is no error: nothing can be retried, or the player does it by itself. */
const accessMessages = {
  'access-ended': { icon: 'lock', text: 'accessEnded' },
  'access-outside-hours': { icon: 'clock', text: 'accessClosed' },
  'viewer-limit-reached': { icon: 'users', text: 'viewerLimit' },
  'no-archive-access': { icon: 'lock', text: 'noArchive' },
} as const;
function isAccessCode(code: string): code is keyof typeof accessMessages {
  return Object.hasOwn(accessMessages, code);
}

/** The message in the middle of a tile. */
export function TileMessage({ player, camera }: { readonly player: PlayerController; readonly camera: Camera }): JSX.Element | null {
  const { wall, client, t, locale } = useWall();
  const state = useValue(player.state);
  const gap = useValue(player.gap);
  const timeZone = useValue(wall.timeZone);
  const now = client.player.live().serverNow();
  const clock = (time: number): string => formatMoment(time, now, { locale, timeZone });
  const isToday = (time: number): boolean => dayOf(time, timeZone) === dayOf(now, timeZone);
  if (gap) {
    return (
      <div className="wp-wall-middle wp-wall-dimmed">
        <WallIcon name="gap" />
        <b>{t('noRecording')}</b>
        <span>{`${formatMoment(gap.from, now, { locale, timeZone, zone: false })} – ${clock(gap.to)}`}</span>
      </div>
    );
  }
  if (state.kind === 'offline') {
    return (
      <div className="wp-wall-middle wp-wall-dimmed">
        <WallIcon name="offline" />
        <b>{t('offlineSince', { time: clock(state.since) })}</b>
        {camera.previewAt !== null && (
          <span>
            {t(isToday(camera.previewAt) ? 'lastPicture' : 'lastPictureOn', { time: clock(Math.min(camera.previewAt, state.since)) })}
          </span>
        )}
      </div>
    );
  }
  if (state.kind === 'error' && isAccessCode(state.code)) {
    return (
      <div className="wp-wall-middle wp-wall-dimmed">
        <WallIcon name={accessMessages[state.code].icon} />
        <b>{t(accessMessages[state.code].text)}</b>
      </div>
    );
  }
  if (state.kind === 'error') {
    return (
      <div className="wp-wall-middle wp-wall-dimmed">
        <WallIcon name="alert" />
        <b>{t(state.code === 'no-footage' ? 'noRecording' : 'failed')}</b>
        {state.code !== 'no-footage' && (
          <button type="button" className="wp-wall-retry" onClick={() => player.play()}>
            {t('tryAgain')}
          </button>
        )}
      </div>
    );
  }
  if (state.kind === 'blocked') {
    // One press is enough for all of them.
    const start = (): void => {
      for (const each of wall.players.peek().values()) if (each.state.peek().kind === 'blocked') each.play();
    };
    return (
      <div className="wp-wall-middle">
        <button type="button" className="wp-wall-start" aria-label={t('play')} onClick={start}>
          <WallIcon name="play" />
        </button>
      </div>
    );
  }
  return state.kind === 'connecting' ? <Late key={state.mode} /> : null;
}

/** Appears after a moment: a fast load needs no spinner. */
function Late(): JSX.Element | null {
  const [isLate, setLate] = useState(false);
  useEffect(() => systemClock.after(600, () => setLate(true)), []);
  return isLate ? (
    <div className="wp-wall-middle">
      <WallIcon name="loader" />
    </div>
  ) : null;
}

/** As displayed: latency in tenths of a second, recording times in whole seconds. The underlying values change far more often. */
function roundedTime(player: PlayerController): number | null {
  const isLive = player.state.value.kind === 'live';
  const { value } = isLive ? player.latency : player.position;
  if (value === null) return null;
  return isLive ? Math.max(1, Math.round(value / 100)) / 10 : Math.floor(value / 1_000) * 1_000;
}

/** The tag of a tile, lower right: LIVE 0.4 s, Recorded 14:02:11. */
export function TileTime({ player }: { readonly player: PlayerController }): JSX.Element {
  const { wall, t, locale } = useWall();
  const state = useValue(player.state);
  const shown = useValue(useMemo(() => computed(() => roundedTime(player)), [player]));
  const level = useValue(wall.level);
  const timeZone = useValue(wall.timeZone);
  if (state.kind === 'live') {
    const late =
      shown === null
        ? ''
        : ` ${t('seconds', { value: shown.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) })}`;
    return (
      <span className="wp-wall-time" title={level > 0 ? t('keyFrames') : undefined}>
        {t('live')}
        {late}
      </span>
    );
  }
  if (state.kind === 'archive' && shown !== null)
    return <span className="wp-wall-time">{t('recorded', { time: formatTime(shown, { locale, timeZone, zone: 'repeated' }) })}</span>;
  const words = { connecting: 'connecting', paused: 'paused' } as const;
  return <span className="wp-wall-time">{state.kind === 'connecting' || state.kind === 'paused' ? t(words[state.kind]) : ''}</span>;
}
