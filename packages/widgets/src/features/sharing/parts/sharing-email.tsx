import { useState } from 'react';
import type { JSX } from 'react';
import { generalErrorText } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { Button } from '../../../primitives/action/button.tsx';
import { Field } from '../../../primitives/field/field.tsx';
import { DoneIcon } from '../../../primitives/control-icons.tsx';
import { useSharing } from './sharing-context.tsx';

const plausible = /^[^\s@]{1,64}@[^\s@.]{1,63}(?:\.[^\s@.]{1,63}){1,8}$/;

/** Sends the link by e-mail; the server writes the message in the recipient's language. */
export function SharingEmail(): JSX.Element {
  const { share, locale, t } = useSharing();
  const state = useValue(share.email);
  const [email, setEmail] = useState('');
  const [isBad, setBad] = useState(false);
  const send = async (): Promise<void> => {
    const to = email.trim();
    setBad(!plausible.test(to));
    if (!plausible.test(to)) return;
    await share.sendEmail(to, locale);
    // Ready for the next recipient; after a failure the address stays.
    if (share.email.peek().kind === 'sent') setEmail('');
  };
  const error = isBad ? t('badEmail') : state.kind === 'failed' ? generalErrorText(state.error, locale) : null;
  return (
    <form
      className="wp-share-email"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void send();
      }}
    >
      <Field
        type="email"
        label={t('email')}
        placeholder={t('emailPlaceholder')}
        value={email}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        enterKeyHint="send"
        onValue={(next) => {
          setEmail(next);
          setBad(false);
        }}
        after={
          <Button size="s" type="submit" busy={state.kind === 'sending'}>
            {t('send')}
          </Button>
        }
      />
      <p className="wp-share-sent" role="status">
        {state.kind === 'sent' && email === '' && (
          <>
            <DoneIcon size={16} />
            <span>{t('sent', { email: state.email })}</span>
          </>
        )}
      </p>
    </form>
  );
}
