import { tabTexts } from '../../shared/browser/storage.ts';
import type { TextStorage } from '../../shared/browser/storage.ts';

/** What was written and not sent yet. */
export interface FeedbackDraft {
  readonly message: string;
  readonly email: string;
}

/** Kept in the tab until it is sent: closing the dialog by accident, or the page, loses nothing. One per person. */
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

/** Anything damaged is as good as nothing. */
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
