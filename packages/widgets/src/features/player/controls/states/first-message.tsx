import { useEffect, useState } from 'react';
import type { JSX } from 'react';
import { systemClock } from '@watchpost/sdk-core';
import { useValue } from '../../../../element/use-value.ts';
import { Icon } from '../../../../primitives/icons.tsx';
import { useWatchpost } from '../../player-context.tsx';
import type { PlayerController } from '../../player-controller.ts';

/** The message over the picture until the full set of states is loaded: a spinner, or the problem in a word. */
export function FirstMessage({ controller }: { readonly controller: PlayerController }): JSX.Element {
  const { t } = useWatchpost();
  const { kind } = useValue(controller.state);
  const problem = kind === 'offline' ? t('unavailable') : kind === 'error' ? t('loadingError') : null;
  return (
    <>
      <span className="wp-spoken" role="status">
        {problem ?? (kind === 'archive' ? '' : t(kind === 'connecting' || kind === 'live' ? kind : 'paused'))}
      </span>
      {kind === 'connecting' && <Waiting />}
      {problem !== null && (
        <div className="wp-middle wp-grey" part="message">
          <b>{problem}</b>
        </div>
      )}
    </>
  );
}

/** Appears after a moment: a fast load needs no spinner. */
export function Waiting({ note }: { readonly note?: string | undefined }): JSX.Element | null {
  const [late, setLate] = useState(false);
  useEffect(() => systemClock.after(300, () => setLate(true)), []);
  return late ? (
    <div className="wp-middle wp-waiting">
      <Icon name="loader" />
      {note && <b>{note}</b>}
    </div>
  ) : null;
}
