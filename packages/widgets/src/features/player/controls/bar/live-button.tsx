import type { JSX } from 'react';
import { useValue } from '../../../../element/use-value.ts';
import { modeOf } from '../../engine/player-state.ts';
import { useWatchpost } from '../../player-context.tsx';
import { useControls } from '../control-context.tsx';

/** Returns from a recording or a paused picture to live. */
export function LiveButton(): JSX.Element | null {
  const { model, t } = useControls();
  const { t: word } = useWatchpost();
  const state = useValue(model.controller.state);
  if (modeOf(state) === 'live' && state.kind !== 'paused') return null;
  return (
    <button type="button" className="wp-tag wp-to-live" title={t('goLive')} onClick={() => model.goTo('live')}>
      <span className="wp-dot" />
      {word('live')}
    </button>
  );
}
