import type { JSX } from 'react';
import { PlayButton } from './play-button.tsx';
import { TimeTag } from './time-tag.tsx';
import type { TimeTagProps } from './time-tag.tsx';

/** What is there with the first picture: all other controls come a moment later, into the places beside. */
export function FirstBar(props: TimeTagProps): JSX.Element {
  return (
    <div className="wp-bar">
      <PlayButton controller={props.controller} />
      <TimeTag {...props} />
    </div>
  );
}
