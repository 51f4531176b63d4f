import { errorText } from '@watchpost/sdk-core';
import type { Session } from '@watchpost/sdk-core';
import { useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../shared/client.tsx';
import { useForm } from '../../shared/forms/use-form.ts';
import type { Form } from '../../shared/forms/use-form.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { feedbackDraftStore } from './feedback-draft.ts';
import type { FeedbackDraft } from './feedback-draft.ts';
import { createSendIds, feedbackReducer, feedbackRules } from './feedback-model.ts';
import type { FeedbackState } from './feedback-model.ts';
import { feedbackTexts } from './feedback-texts.ts';

export interface FeedbackForm {
  readonly form: Form<keyof FeedbackDraft>;
  readonly state: FeedbackState;
  readonly canSend: boolean;
  edit(name: keyof FeedbackDraft, value: string): void;
  send(): Promise<void>;
  /** Closes the overlay, because the user continues writing. */
  again(): void;
}

export function useFeedbackForm(session: Session): FeedbackForm {
  const { t } = useTranslation(feedbackTexts);
  const client = useClient();
  const [store] = useState(() => feedbackDraftStore(session.customerId));
  // Browsers create no UUIDs over plain HTTP; the client then creates an id for each attempt.
  const [idOf] = useState(() => createSendIds(() => (globalThis.isSecureContext ? crypto.randomUUID() : undefined)));
  const [initial] = useState(() => store.read() ?? { message: '', email: session.email });
  const form = useForm<keyof FeedbackDraft>({ message: initial.message, email: initial.email }, feedbackRules);
  const [state, dispatch] = useReducer(feedbackReducer, 'editing');
  const draft = { message: form.values.message.trim(), email: form.values.email.trim() };

  const edit = (name: keyof FeedbackDraft, value: string): void => {
    form.set(name, value);
    store.keep({ ...form.values, [name]: value });
    dispatch('edit');
  };
  return {
    form,
    state,
    canSend: state === 'editing' && form.isValid,
    edit,
    again: () => dispatch('edit'),
    async send() {
      if (state !== 'editing' || !form.check()) return;
      dispatch('send');
      try {
        await client.feedback.send({ ...draft, id: idOf(draft) });
        store.keep(null);
        form.set('message', '');
        dispatch('accepted');
      } catch (error) {
        dispatch('failed');
        showToast('error', t('failed'), { id: 'feedback', text: errorText(error, currentLocale()) });
      }
    },
  };
}
