import { useEffect, useRef } from 'react';
import type { JSX } from 'react';
import { useValue } from '../../../../element/use-value.ts';
import { useControls } from '../control-context.tsx';

/** Confirms the last action in a word; also the flash of a snapshot. */
export function Notice(): JSX.Element {
  const { model } = useControls();
  const notice = useValue(model.notice);
  const flash = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      model.flashes.subscribe((count) => {
        const element = flash.current;
        if (count === 0 || !element || matchMedia('(prefers-reduced-motion:reduce)').matches) return;
        element.animate([{ opacity: 0.7 }, { opacity: 0 }], { duration: 260, easing: 'ease-out' });
      }),
    [model],
  );
  return (
    <>
      <div className="wp-flash" ref={flash} aria-hidden="true" />
      <div className="wp-notice" role="status" aria-live={notice?.isProblem ? 'assertive' : 'polite'}>
        {notice && (
          <span key={notice.text} className={notice.isProblem ? 'wp-notice-problem' : ''}>
            {notice.text}
          </span>
        )}
      </div>
    </>
  );
}
