import { tabTexts } from '../../shared/browser/storage.ts';
import type { TextStorage } from '../../shared/browser/storage.ts';

/** A message that has not been sent yet. */
export interface FeedbackDraft {
  readonly message: string;
  readonly email: string;
}

/** Keeps the draft in the tab until it is sent, so that closing the dialog or the page loses nothing. One per user. */
export interface FeedbackDraftStore {
  read(): FeedbackDraft | null;
  keep(draft: FeedbackDraft | null): void;
}

export function feedbackDraftStore(customerId: string, texts: TextStorage = tabTexts): FeedbackDraftStore {
  const name = `feedback-${customerId}`;
  return {
    read: () => parseDraft(texts.read(name)),
    keep: (draft) => texts.write(name, draft && JSON.stringify(draft)),
  };
}

/** Parses a draft; damaged text counts as none. */
export function parseDraft(text: string | null): FeedbackDraft | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('message' in value) || !('email' in value)) return null;
    const { message, email } = value;
    return typeof message === 'string' && typeof email === 'string' ? { message, email } : null;
  } catch {
    return null;
  }
}
