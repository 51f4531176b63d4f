import type { JSX } from 'react';
import { formatTime } from '@watchpost/sdk-core';
import { useValue } from '../../../../element/use-value.ts';
import { useWatchpost } from '../../player-context.tsx';
import type { PlayerController } from '../../player-controller.ts';

export interface TimeTagProps {
  readonly controller: PlayerController;
  readonly goTo: (time: number | 'live') => void;
}

/** Says what the picture is: LIVE 0.4 s, Recorded 14:02:11, Offline since 13:58. In the past it leads back to now. */
export function TimeTag({ controller, goTo }: TimeTagProps): JSX.Element {
  const { t, locale } = useWatchpost();
  const state = useValue(controller.state);
  const timeZone = useValue(controller.camera)?.timeZone;
  const clock = (time: number, seconds: boolean): string => formatTime(time, { locale, timeZone, seconds });
  const position = useValue(controller.position);
  const latency = useValue(controller.latency);
  if (state.kind === 'live') {
    return (
      <span className="wp-tag">
        <span className="wp-dot" />
        {t('live')}
        {latency !== null && <small>{t('seconds', { value: (Math.max(100, latency) / 1000).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) })}</small>}
      </span>
    );
  }
  if (state.kind === 'offline') return <span className="wp-tag">{t('offlineSince', { time: clock(state.since, false) })}</span>;
  const past = (state.kind === 'archive' || 'mode' in state && state.mode === 'archive') && position !== null;
  const text = past ? t('recorded', { time: clock(position, true) }) : t(state.kind === 'paused' ? 'paused' : 'connecting');
  return (
    <>
      {state.kind !== 'error' && <span className="wp-tag">{text}</span>}
      {(past || state.kind === 'paused') && (
        <button type="button" className="wp-tag wp-to-live" aria-label={t('goLive')} title={t('goLive')} onClick={() => goTo('live')}>
          <span className="wp-dot" />
          {t('live')}
        </button>
      )}
    </>
  );
}
