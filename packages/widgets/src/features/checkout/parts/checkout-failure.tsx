import type { JSX } from 'react';
import { Button } from '../../../primitives/action/button.tsx';
import { EmptyState } from '../../../primitives/status/empty-state.tsx';
import { isCode } from '../checkout-calls.ts';
import { useCheckout, useWords } from './checkout-context.tsx';

/** What could not be loaded, and why; without a session, what is sold here. */
export function CheckoutFailure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => Promise<void> }): JSX.Element {
  const { t } = useCheckout();
  const text = useWords().error(error);
  const isSignedOut = isCode(error, 'unauthorized', 'session-expired');
  return (
    <EmptyState compact broken title={isSignedOut ? text : t('failed')} text={isSignedOut ? t('lead') : text}>
      <Button onClick={() => void onRetry()}>{t('again')}</Button>
    </EmptyState>
  );
}
