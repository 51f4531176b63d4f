import { useSignals } from '@preact/signals-react/runtime';
import type { Session } from '@watchpost/sdk-core';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../shared/client.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { useFeedbackForm } from './feedback-form.ts';
import { messageLength } from './feedback-model.ts';
import { feedbackTexts } from './feedback-texts.ts';
import { commonTexts } from '../../shared/i18n/common-texts.ts';
import './feedback.css';

/** "Report an issue": sends a message to the operator. */
export function FeedbackDialog({ onClose }: { onClose: () => void }): ReactNode {
  useSignals();
  const session = useClient().session.current.value;
  return session ? <Report session={session} onClose={onClose} /> : null;
}

function Report({ session, onClose }: { session: Session; onClose: () => void }): ReactNode {
  const { t } = useTranslation([feedbackTexts, commonTexts]);
  const { form, state, canSend, edit, send, again } = useFeedbackForm(session);
  const fields = useRef<HTMLDivElement>(null);
  const sent = state === 'sent';
  const writeMore = (): void => {
    again();
    fields.current?.querySelector('textarea')?.focus();
  };
  return (
    <Dialog
      title={t('title')}
      size="m"
      onClose={onClose}
      busy={state === 'sending'}
      onSubmit={() => void send()}
      footer={
        sent ? (
          <>
            <Button look="quiet" onClick={writeMore}>
              {t('more')}
            </Button>
            <Button look="primary" onClick={onClose}>
              {t('common:close')}
            </Button>
          </>
        ) : (
          <>
            <Button look="quiet" onClick={onClose} disabled={state === 'sending'}>
              {t('common:cancel')}
            </Button>
            <Button look="primary" type="submit" busy={state === 'sending'} disabled={!canSend && state !== 'sending'}>
              {state === 'sending' ? t('sending') : t('send')}
            </Button>
          </>
        )
      }
    >
      <div className="feedback" ref={fields}>
        <Field
          {...form.field('message')}
          onValue={(value) => edit('message', value)}
          label={t('message')}
          placeholder={t('messagePlaceholder')}
          rows={5}
          readOnly={state === 'sending'}
          maximum={messageLength}
          name="message"
          data-autofocus
        />
        <Field
          {...form.field('email')}
          onValue={(value) => edit('email', value)}
          label={t('email')}
          readOnly={state === 'sending'}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
        />
        {sent ? <Sent email={form.values.email.trim()} /> : null}
      </div>
    </Dialog>
  );
}

/** Covers the form, which is already empty for the next message. */
function Sent({ email }: { email: string }): ReactNode {
  const { t } = useTranslation([feedbackTexts, commonTexts]);
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="feedback-sent" role="status">
      <CircleCheck size={40} />
      <p ref={title} tabIndex={-1} className="feedback-thanks">
        {t('sent')}
      </p>
      <p className="dim">{t('sentText', { email })}</p>
    </div>
  );
}
