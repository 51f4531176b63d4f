import { describe, expect, test } from 'vitest';
import { feedbackDraftStore, parseDraft } from './feedback-draft.ts';
import { createSendIds, feedbackReducer } from './feedback-model.ts';
import type { FeedbackEvent, FeedbackState } from './feedback-model.ts';

describe('feedback states', () => {
  const table: Readonly<Record<FeedbackState, Readonly<Record<FeedbackEvent, FeedbackState>>>> = {
    editing: { edit: 'editing', send: 'sending', accepted: 'editing', failed: 'editing' },
    sending: { edit: 'sending', send: 'sending', accepted: 'sent', failed: 'editing' },
    sent: { edit: 'editing', send: 'sent', accepted: 'sent', failed: 'sent' },
  };
  test.each(Object.entries(table).flatMap(([state, row]) => Object.entries(row).map(([event, next]) => [state, event, next])))(
    '%s + %s → %s',
    (state, event, next) => {
      expect(feedbackReducer(state as FeedbackState, event as FeedbackEvent)).toBe(next);
    },
  );
});

test('a repeated message keeps the id of its first attempt, a changed one has its own', () => {
  let count = 0;
  const idOf = createSendIds(() => `id-${(count += 1)}`);
  expect(idOf({ message: 'a', email: 'e' })).toBe('id-1');
  expect(idOf({ message: 'a', email: 'e' })).toBe('id-1');
  expect(idOf({ message: 'ab', email: 'e' })).toBe('id-2');
  expect(idOf({ message: 'ab', email: 'f' })).toBe('id-3');
});

describe('draft', () => {
  test('is kept per user until it is sent', () => {
    const kept = new Map<string, string>();
    const texts = {
      read: (key: string) => kept.get(key) ?? null,
      write: (key: string, value: string | null) => void (value === null ? kept.delete(key) : kept.set(key, value)),
    };
    feedbackDraftStore('anna', texts).keep({ message: 'It hangs', email: 'a@example.com' });
    expect(feedbackDraftStore('anna', texts).read()).toEqual({ message: 'It hangs', email: 'a@example.com' });
    expect(feedbackDraftStore('boris', texts).read()).toBeNull();
    feedbackDraftStore('anna', texts).keep(null);
    expect(kept.size).toBe(0);
  });

  test.each([null, '', '{', 'null', '{"message":1,"email":""}', '{"message":"a"}'])('%j counts as no draft', (text) => {
    expect(parseDraft(text)).toBeNull();
  });
});
