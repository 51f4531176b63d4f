import { email, max, required } from '@watchpost/sdk-core';
import type { Rule } from '@watchpost/sdk-core';
import type { FeedbackDraft } from './feedback-draft.ts';

/** Maximum length of a message, characters. */
export const messageLength = 4000;

/** Rules that a message must satisfy before it can be sent (specification 1, section 5). */
export const feedbackRules: Readonly<Record<keyof FeedbackDraft, readonly Rule[]>> = {
  message: [required, max(messageLength)],
  email: [required, email],
};

/** `sent`: the overlay is shown until the first edit. */
export type FeedbackState = 'editing' | 'sending' | 'sent';

export type FeedbackEvent = 'edit' | 'send' | 'accepted' | 'failed';

/** Returns the next state; an event that is impossible in a state changes nothing. */
export function feedbackReducer(state: FeedbackState, event: FeedbackEvent): FeedbackState {
  switch (event) {
    case 'edit':
      return state === 'sent' ? 'editing' : state;
    case 'send':
      return state === 'editing' ? 'sending' : state;
    case 'accepted':
      return state === 'sending' ? 'sent' : state;
    case 'failed':
      return state === 'sending' ? 'editing' : state;
  }
}

/** Reuses the id when the same text is sent again, so that a lost response never creates two reports; other text gets another id. */
export function createSendIds(create: () => string | undefined): (draft: FeedbackDraft) => string | undefined {
  let last: { readonly draft: FeedbackDraft; readonly id: string | undefined } | null = null;
  return (draft) => {
    if (!last || last.draft.message !== draft.message || last.draft.email !== draft.email) last = { draft, id: create() };
    return last.id;
  };
}
