import type { JSX } from 'react';
import { formatTime } from '@watchpost/sdk-core';
import { useValue } from '../../../../element/use-value.ts';
import { isHeld, modeOf } from '../../engine/player-state.ts';
import { useWatchpost } from '../../player-context.tsx';
import type { PlayerController } from '../../player-controller.ts';

/** Names the picture: LIVE 0.4 s, Recorded 14:02:11, Paused 14:02:11, Offline since 13:58. */
export function TimeTag({ controller }: { readonly controller: PlayerController }): JSX.Element | null {
  const { t, locale } = useWatchpost();
  const state = useValue(controller.state);
  const timeZone = useValue(controller.camera)?.timeZone;
  const clock = (time: number, seconds: boolean): string => formatTime(time, { locale, timeZone, seconds, zone: true });
  const position = useValue(controller.position);
  const latency = useValue(controller.latency);
  if (state.kind === 'live') {
    return (
      <span className="wp-tag">
        <span className="wp-dot" />
        {t('live')}
        {latency !== null && (
          <small>
            {t('seconds', {
              value: (Math.max(100, latency) / 1000).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
            })}
          </small>
        )}
      </span>
    );
  }
  if (state.kind === 'offline') return <span className="wp-tag">{t('offlineSince', { time: clock(state.since, false) })}</span>;
  if (state.kind === 'error') return null;
  const isPaused = isHeld(state);
  if (position === null || (modeOf(state) === 'live' && !isPaused))
    return <span className="wp-tag">{t(isPaused ? 'paused' : 'connecting')}</span>;
  // A small picture has room only for the time.
  return (
    <span className="wp-tag">
      <span>{t(modeOf(state) === 'live' ? 'paused' : 'recorded')}</span> {clock(position, true)}
    </span>
  );
}
