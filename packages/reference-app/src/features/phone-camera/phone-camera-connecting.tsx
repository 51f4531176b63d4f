import { CircleCheck, LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useNow } from '../../shared/live/now.ts';
import { Button } from '../../shared/ui/button.tsx';
import { linkText as text } from './phone-camera-link-texts.ts';

/** Delay before the page suggests what to check, ms: a locked phone or one without network sends no picture. */
const hintDelayMs = 15_000;

/** Shown while the phone has opened the link and its picture has not arrived yet. */
export function PhoneConnecting({ since, onLeave }: { readonly since: number; readonly onLeave: () => void }): ReactNode {
  const now = useNow(1000);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="phone-link">
      <div className="phone-link-picture">
        <LoaderCircle className="wp-spin" size={32} />
        <span>{text('pictureHere')}</span>
      </div>
      <div className="phone-link-side">
        <h1 ref={heading} tabIndex={-1}>
          {text('connecting')}
        </h1>
        <p className="dim">{text('connectingText')}</p>
        <ul className="phone-link-progress" aria-live="polite">
          <li>
            <CircleCheck size={24} />
            {text('stepOpened')}
          </li>
          <li>
            <CircleCheck size={24} />
            {text('stepAdded')}
          </li>
          <li className="on">
            <LoaderCircle className="wp-spin" size={24} />
            {text('stepPicture')}
          </li>
        </ul>
        {now - since > hintDelayMs ? <p role="status">{text('late')}</p> : null}
        <div className="phone-link-foot">
          <Button onClick={onLeave}>{text('later')}</Button>
        </div>
      </div>
    </section>
  );
}
