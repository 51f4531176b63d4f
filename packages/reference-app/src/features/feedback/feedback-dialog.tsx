import type { Session } from '@watchpost/sdk-core';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignalValue } from '../../shared/browser/signal.ts';
import { useClient } from '../../shared/client.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { useFeedbackForm } from './feedback-form.ts';
import { messageLength } from './feedback-model.ts';
import './feedback.css';

/** "Report an issue": a message to whoever runs the server. */
export function FeedbackDialog({ onClose }: { onClose: () => void }): ReactNode {
  const session = useSignalValue(useClient().session.current);
  return session ? <Report session={session} onClose={onClose} /> : null;
}

function Report({ session, onClose }: { session: Session; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const { form, state, canSend, edit, send, again } = useFeedbackForm(session);
  const fields = useRef<HTMLDivElement>(null);
  const sent = state === 'sent';
  const writeMore = (): void => {
    again();
    fields.current?.querySelector('textarea')?.focus();
  };
  return (
    <Dialog
      title={t('feedback.title')}
      size="m"
      onClose={onClose}
      busy={state === 'sending'}
      onSubmit={() => void send()}
      footer={
        sent ? (
          <>
            <Button look="quiet" onClick={writeMore}>
              {t('feedback.more')}
            </Button>
            <Button look="primary" onClick={onClose}>
              {t('common.close')}
            </Button>
          </>
        ) : (
          <>
            <Button look="quiet" onClick={onClose} disabled={state === 'sending'}>
              {t('common.cancel')}
            </Button>
            <Button look="primary" type="submit" busy={state === 'sending'} disabled={!canSend && state !== 'sending'}>
              {state === 'sending' ? t('session.sending') : t('feedback.send')}
            </Button>
          </>
        )
      }
    >
      <div className="feedback" ref={fields}>
        <Field
          {...form.field('message')}
          onValue={(value) => edit('message', value)}
          label={t('feedback.message')}
          placeholder={t('feedback.messagePlaceholder')}
          rows={5}
          readOnly={state === 'sending'}
          maximum={messageLength}
          name="message"
          data-autofocus
        />
        <Field {...form.field('email')} onValue={(value) => edit('email', value)} label={t('feedback.email')} readOnly={state === 'sending'} type="email" name="email" autoComplete="email" inputMode="email" autoCapitalize="none" />
        {sent ? <Sent email={form.values.email.trim()} /> : null}
      </div>
    </Dialog>
  );
}

/** Lies over the form, which is ready for the next message under it. */
function Sent({ email }: { email: string }): ReactNode {
  const { t } = useTranslation();
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="feedback-sent" role="status">
      <CircleCheck size={40} />
      <p ref={title} tabIndex={-1} className="feedback-thanks">
        {t('feedback.sent')}
      </p>
      <p className="dim">{t('feedback.sentText', { email })}</p>
    </div>
  );
}
