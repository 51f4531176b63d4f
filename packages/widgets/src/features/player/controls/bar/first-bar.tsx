import type { JSX } from 'react';
import type { PlayerController } from '../../player-controller.ts';
import { PlayButton } from './play-button.tsx';
import { TimeTag } from './time-tag.tsx';

/** What is there with the first picture: all other controls come a moment later, into the places beside. */
export function FirstBar({ controller }: { readonly controller: PlayerController }): JSX.Element {
  return (
    <div className="wp-bar">
      <PlayButton controller={controller} />
      <TimeTag controller={controller} />
    </div>
  );
}
