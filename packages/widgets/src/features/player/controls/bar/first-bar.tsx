import type { JSX } from 'react';
import type { PlayerController } from '../../player-controller.ts';
import { PlayButton } from './play-button.tsx';
import { TimeTag } from './time-tag.tsx';

/** The bar that comes with the first picture; the other controls appear around it a moment later. */
export function FirstBar({ controller }: { readonly controller: PlayerController }): JSX.Element {
  return (
    <div className="wp-bar" part="controls">
      <PlayButton controller={controller} />
      <TimeTag controller={controller} />
    </div>
  );
}
