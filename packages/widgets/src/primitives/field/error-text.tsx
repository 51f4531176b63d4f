import type { ReactNode } from 'react';
import { AlertIcon } from '../control-icons.tsx';

/** The error under a control; announced when it appears. */
export function ErrorText({ id, children }: { readonly id?: string | undefined; readonly children: ReactNode }): ReactNode {
  return (
    <p className="wp-help wp-help-error" id={id} role="alert">
      <AlertIcon size={16} />
      <span>{children}</span>
    </p>
  );
}
