import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { formatTime, systemClock } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { Icon } from '../../../primitives/icons.tsx';
import { useWatchpost } from '../player-context.tsx';
import type { PlayerController } from '../player-controller.ts';
import { playerErrorKey } from './error-text.ts';

/** The middle of the picture, when there is something to say; and the same in words for screen readers. */
export function PlayerMessage({ controller }: { readonly controller: PlayerController }): JSX.Element {
  const { t, locale } = useWatchpost();
  const state = useValue(controller.state);
  const timeZone = useValue(controller.camera)?.timeZone;
  const since = state.kind === 'offline' ? t('offlineSince', { time: formatTime(state.since, { locale, timeZone, seconds: false }) }) : null;
  const spoken = state.kind === 'offline' ? `${t('unavailable')}. ${since}` : state.kind === 'error' ? t(playerErrorKey(state.code)) : state.kind === 'archive' ? '' : t(state.kind);
  return (
    <>
      <span className="wp-spoken" role="status">{spoken}</span>
      {state.kind === 'connecting' && <Spinner key={state.mode} />}
      {state.kind === 'offline' && (
        <div className="wp-middle wp-grey">
          <Icon name="offline" />
          <b>{t('unavailable')}</b>
          <span>{since}</span>
        </div>
      )}
      {state.kind === 'error' && (
        <div className="wp-middle wp-grey">
          <Icon name="alert" />
          <b>{t(playerErrorKey(state.code))}</b>
          {/* Trying again brings no recording where there is none. */}
          {state.code === 'no-footage'
            ? <button type="button" className="wp-retry" onClick={controller.goLive}>{t('goLive')}</button>
            : <button type="button" className="wp-retry" onClick={controller.play}>{t('tryAgain')}</button>}
        </div>
      )}
    </>
  );
}

/** Only after a moment: what is there at once needs no spinner. */
function Spinner(): JSX.Element | null {
  const [late, setLate] = useState(false);
  useEffect(() => systemClock.after(300, () => setLate(true)), []);
  return late ? <div className="wp-middle"><Icon name="loader" /></div> : null;
}
