import type { JSX } from 'react';
import { useValue } from '../../../../element/use-value.ts';
import { Icon } from '../../../../primitives/icons.tsx';
import { isHeld } from '../../engine/player-state.ts';
import { useWatchpost } from '../../player-context.tsx';
import type { PlayerController } from '../../player-controller.ts';

export function PlayButton({ controller }: { readonly controller: PlayerController }): JSX.Element {
  const { t } = useWatchpost();
  const state = useValue(controller.state);
  const isStill = isHeld(state) || state.kind === 'error';
  return (
    <button type="button" className="wp-pb" aria-label={t(isStill ? 'play' : 'pause')} onClick={() => controller.toggle()}>
      <Icon name={isStill ? 'play' : 'pause'} />
    </button>
  );
}
