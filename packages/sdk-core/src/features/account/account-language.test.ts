import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../testing/index.ts';
import { createLanguage } from './account-language.ts';
import type { LanguageOptions } from './account-language.ts';

type Locale = 'en' | 'ru';

/** An interface, a browser and a server, with each save answered by the test. */
function setUp(options: Partial<LanguageOptions> = {}) {
  const state = { shown: 'en', kept: 'en', server: 'en' };
  const open: { readonly locale: Locale; answer(works: boolean): void }[] = [];
  const language = createLanguage({
    saved: null,
    browser: ['en'],
    apply: (locale) => void (state.shown = locale),
    persist: (locale) => void (state.kept = locale),
    save: (locale) =>
      new Promise<void>((resolve, reject) => {
        open.push({ locale, answer: (works) => (works ? ((state.server = locale), resolve()) : reject(new Error('no network'))) });
      }),
    ...options,
  });
  const { settle } = createFakeClock();
  return { language, state, open, settle };
}

describe('at the start', () => {
  test.each([
    ['ru', ['en-US', 'en'], 'ru'],
    [null, ['ru-RU', 'en'], 'ru'],
    [null, ['fr', 'ru', 'en'], 'ru'],
    [null, ['fr', 'de'], 'en'],
    [null, [], 'en'],
    ['xx', ['ru'], 'ru'],
    ['', ['ru'], 'ru'],
    ['en', ['ru'], 'en'],
  ])('saved %j and a browser of %j: %s', (saved, browser, expected) => {
    expect(setUp({ saved, browser }).language.locale.value).toBe(expected);
  });
});

describe('a choice', () => {
  test('is shown and stored before the server answers', async () => {
    const { language, state, open, settle } = setUp();
    const choice = language.choose('ru');
    expect(language.locale.value).toBe('ru');
    await settle();
    expect(state).toEqual({ shown: 'ru', kept: 'ru', server: 'en' });
    open[0]?.answer(true);
    expect(await choice).toBe(true);
    expect(state.server).toBe('ru');
  });

  test('is reverted everywhere if it can’t be saved', async () => {
    const { language, state, open, settle } = setUp();
    const choice = language.choose('ru');
    await settle();
    open[0]?.answer(false);
    expect(await choice).toBe(false);
    expect(state).toEqual({ shown: 'en', kept: 'en', server: 'en' });
    expect(language.locale.value).toBe('en');
  });

  test('is neither shown nor saved if a newer one replaces it, and the newest wins', async () => {
    const shown: Locale[] = [];
    const { language, state, open, settle } = setUp({ apply: (locale) => ((state.shown = locale), void shown.push(locale)) });
    const choices = [language.choose('ru'), language.choose('en'), language.choose('ru')];
    await settle();
    expect(open.map(({ locale }) => locale)).toEqual(['ru']);
    expect(shown).toEqual(['ru']);
    open[0]?.answer(true);
    expect(await Promise.all(choices)).toEqual([true, true, true]);
    expect(state).toEqual({ shown: 'ru', kept: 'ru', server: 'ru' });
  });

  test('does not affect a newer one if it fails later', async () => {
    const { language, state, open, settle } = setUp();
    const first = language.choose('ru');
    await settle();
    const second = language.choose('en');
    open[0]?.answer(false);
    expect(await first).toBe(true);
    await settle();
    expect(state.shown).toBe('en');
    open[1]?.answer(true);
    expect(await second).toBe(true);
  });

  test('is reverted to the last saved one if it fails', async () => {
    const { language, state, open, settle } = setUp();
    const first = language.choose('ru');
    await settle();
    const second = language.choose('en');
    open[0]?.answer(true);
    await first;
    await settle();
    open[1]?.answer(false);
    expect(await second).toBe(false);
    expect(state).toEqual({ shown: 'ru', kept: 'ru', server: 'ru' });
  });

  test('that loads slowly is not shown after a newer one', async () => {
    const shown: Locale[] = [];
    const loads: (() => void)[] = [];
    const { language, state, open, settle } = setUp({
      apply: async (locale) => {
        await new Promise<void>((resolve) => void loads.push(resolve));
        shown.push(locale);
      },
    });
    const first = language.choose('ru');
    await settle();
    const second = language.choose('en');
    for (const _ of [1, 2]) {
      loads.shift()?.();
      await settle();
      expect(state.kept).toBe('en');
    }
    open[0]?.answer(true);
    await Promise.all([first, second]);
    expect(shown.at(-1)).toBe('en');
    expect(open.map(({ locale }) => locale)).toEqual(['en']);
  });

  test('is not saved if its texts can’t be loaded', async () => {
    const { language, open } = setUp({
      apply: async (locale) => {
        if (locale === 'ru') throw new Error('no network');
      },
    });
    expect(await language.choose('ru')).toBe(false);
    expect(language.locale.value).toBe('en');
    expect(open).toEqual([]);
  });
});

test('whatever the choices and the server’s answers, all parts end up with the server’s language', async () => {
  const step = fc.oneof(fc.constantFrom<Locale>('en', 'ru'), fc.boolean());
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { language, state, open, settle } = setUp();
      const choices: Promise<boolean>[] = [];
      let answered = 0;
      for (const action of steps) {
        if (typeof action === 'string') choices.push(language.choose(action));
        else if (open[answered]) open[answered++]?.answer(action);
        await settle();
      }
      for (let last = -1; last !== answered;) {
        last = answered;
        while (open[answered]) open[answered++]?.answer(true);
        await settle();
      }
      await Promise.all(choices);
      expect(state).toEqual({ shown: state.server, kept: state.server, server: language.locale.value });
    }),
  );
});
