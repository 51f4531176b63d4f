import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { text as translate } from './add-camera-texts.ts';

/** Why nothing was added, where no field is to blame. */
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
