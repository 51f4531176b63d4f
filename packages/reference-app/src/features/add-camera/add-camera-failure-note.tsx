import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { text as translate } from './add-camera-texts.ts';

/** Explains a failure that belongs to no field. */
export function FailureNote({ title, text }: { readonly title?: string; readonly text: string }): ReactNode {
  return (
    <p className="note bad" role="alert">
      <CircleAlert size={20} />
      <span>
        <b>{title ?? translate('failedTitle')}</b>
        <br />
        {text}
      </span>
    </p>
  );
}
