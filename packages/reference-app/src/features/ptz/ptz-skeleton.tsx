import type { ReactNode } from 'react';
import { text } from './ptz-texts.ts';

/** Placeholders for what is loading. */
export function PtzSkeleton(): ReactNode {
  return (
    <div className="ptz-body" role="status" aria-label={text('loading')}>
      <div className="ptz-main">
        <div className="ptz-stage sk" />
      </div>
      <div className="ptz-side" aria-hidden="true">
        {Array.from({ length: 3 }, (_, index) => (
          <span key={index} className="sk ptz-sk" />
        ))}
      </div>
    </div>
  );
}
