import { useMutation } from '@tanstack/react-query';
import { errorText, WatchpostError } from '@watchpost/sdk-core';
import type { PaymentMethod } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { ErrorText } from '../../shared/ui/field.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { cardName } from './billing-brand.tsx';
import { text } from './billing-texts.ts';

export interface RemoveCardDialogProps {
  readonly method: PaymentMethod;
  readonly isOnly: boolean;
  readonly onClose: () => void;
}

/** Asks before a saved card is removed, and says what renewals will use after that. */
export function RemoveCardDialog({ method, isOnly, onClose }: RemoveCardDialogProps): ReactNode {
  const { billing } = useClient();
  const card = cardName(method);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => billing.paymentMethods.remove(method.id).catch(unlessGone),
    onSuccess: async () => {
      await billing.refresh();
      showToast('success', text('removed', { card }), { id: 'card' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      danger
      title={text('removeTitle', { card })}
      description={text(isOnly ? 'removeOnlyText' : method.isDefault ? 'removePrimaryText' : 'removeText')}
      submitLabel={text('removeSubmit')}
      cancelLabel={text('cancel')}
      busy={isPending}
      error={error ? <ErrorText>{errorText(error, currentLocale())}</ErrorText> : null}
      onSubmit={() => mutate()}
      onClose={onClose}
    />
  );
}

/** Ignores a card that was removed before, in another tab. */
function unlessGone(error: unknown): void {
  if (!(error instanceof WatchpostError) || error.code !== 'not-found') throw error;
}
