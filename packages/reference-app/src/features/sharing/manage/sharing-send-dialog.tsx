import { email as emailRule, errorText, required } from '@watchpost/sdk-core';
import type { Invite } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../shared/client.tsx';
import { useForm } from '../../../shared/forms/use-form.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { text } from './sharing-manage-texts.ts';
import { useSharingChanges } from './sharing-queries.ts';

/** Sends a link by e-mail, or with another app where the device offers that. */
export function SendLinkDialog({ invite, name, onClose }: { invite: Invite; name: string; onClose: () => void }): ReactNode {
  useTranslation();
  const { sharing } = useClient();
  const { emailInvite } = useSharingChanges();
  const form = useForm({ email: '' }, { email: [required, emailRule] });
  const url = sharing.inviteUrl(invite);
  const canShare = url !== null && 'share' in navigator;
  const submit = (): void => {
    if (!form.check()) return;
    const address = form.values.email.trim();
    emailInvite.mutate(
      { id: invite.id, message: { email: address, locale: currentLocale() } },
      {
        onSuccess: () => {
          onClose();
          showToast('success', text('sent', { email: address }), { id: 'access' });
        },
        onError: (error) => form.showErrors({ email: errorText(error, currentLocale()) }),
      },
    );
  };
  const isBusy = emailInvite.isPending;
  return (
    <Dialog
      title={text('sendTitle', { name })}
      busy={isBusy}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          {canShare ? (
            // A closed system sheet is no failure.
            <Button look="quiet" disabled={isBusy} onClick={() => void navigator.share({ url }).then(onClose, () => undefined)}>
              {text('sendOtherwise')}
            </Button>
          ) : null}
          <Button type="submit" look="primary" busy={isBusy}>
            {text(isBusy ? 'sending' : 'send')}
          </Button>
        </>
      }
    >
      <Field
        {...form.field('email')}
        type="email"
        label={text('email')}
        description={text('emailHint')}
        autoComplete="email"
        data-autofocus
      />
    </Dialog>
  );
}
