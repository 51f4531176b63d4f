import { CircleCheck } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { text } from '../developers-texts.ts';
import { CopyButton } from './developers-copy.tsx';

/** A new secret, shown this one time, until the user has put it away. */
export function Once({
  title,
  about,
  secret,
  copyLabel,
  onClose,
}: {
  readonly title: string;
  readonly about: string;
  readonly secret: string;
  readonly copyLabel: string;
  readonly onClose: () => void;
}): ReactNode {
  const panel = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  // The dialog that made it has closed: nothing else on the page matters now.
  useEffect(() => {
    panel.current?.scrollIntoView?.({ block: 'nearest' });
    field.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="dev-once" ref={panel} role="group" aria-labelledby={id}>
      <h3 id={id}>
        <CircleCheck size={20} />
        {title}
      </h3>
      <p className="small dim">{about}</p>
      <div className="dev-once-row">
        <div className="dev-once-field">
          <input
            ref={field}
            readOnly
            value={secret}
            aria-label={text('secret')}
            spellCheck="false"
            autoComplete="off"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyButton label={copyLabel} content={secret} />
        </div>
        <Button onClick={onClose}>{text('savedIt')}</Button>
      </div>
    </div>
  );
}
