import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createLanguageSwitch } from './language-switch.ts';

type Locale = 'en' | 'ru';

/** An interface and a server; every save waits until the test answers it. */
function rig() {
  const choose = createLanguageSwitch<Locale>();
  const state = { shown: 'en' as Locale, server: 'en' as Locale };
  const open: { locale: Locale; answer: (works: boolean) => void }[] = [];
  const options = {
    current: () => state.shown,
    apply: async (locale: Locale) => void (state.shown = locale),
    save: (locale: Locale) =>
      new Promise<void>((resolve, reject) => {
        open.push({
          locale,
          answer: (works) => {
            if (works) {
              state.server = locale;
              resolve();
            } else reject(new Error('no network'));
          },
        });
      }),
  };
  // Enough for twenty choices that wait for each other.
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 400; turn += 1) await Promise.resolve();
  };
  return { state, open, settle, choose: (locale: Locale) => choose(locale, options), chooseAlone: (locale: Locale) => choose(locale, { ...options, save: null }) };
}

describe('language switch', () => {
  test('is shown at once, before the server has answered', async () => {
    const { choose, state, open, settle } = rig();
    const done = choose('ru');
    expect(state).toEqual({ shown: 'ru', server: 'en' });
    await settle();
    open[0]?.answer(true);
    expect(await done).toBe(true);
    expect(state).toEqual({ shown: 'ru', server: 'ru' });
  });

  test('comes back when it cannot be saved', async () => {
    const { choose, state, open, settle } = rig();
    const done = choose('ru');
    await settle();
    open[0]?.answer(false);
    expect(await done).toBe(false);
    expect(state).toEqual({ shown: 'en', server: 'en' });
  });

  test('the newest of two quick choices stands, and the server gets it last', async () => {
    const { choose, state, open, settle } = rig();
    const [first, second] = [choose('ru'), choose('en')];
    await settle();
    // The first was overtaken before it left.
    expect(open.map(({ locale }) => locale)).toEqual(['en']);
    open[0]?.answer(true);
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(state).toEqual({ shown: 'en', server: 'en' });
  });

  test('the failure of an older choice does not touch the newer one', async () => {
    const { choose, state, open, settle } = rig();
    const first = choose('ru');
    await settle();
    const second = choose('en');
    open[0]?.answer(false);
    expect(await first).toBe(true);
    await settle();
    expect(state.shown).toBe('en');
    open[1]?.answer(true);
    expect(await second).toBe(true);
  });

  test('after a saved one, a failing one goes back to the saved one', async () => {
    const { choose, state, open, settle } = rig();
    const first = choose('ru');
    await settle();
    const second = choose('en');
    open[0]?.answer(true);
    await first;
    await settle();
    open[1]?.answer(false);
    expect(await second).toBe(false);
    expect(state).toEqual({ shown: 'ru', server: 'ru' });
  });

  test('while nobody is signed in only this browser knows', async () => {
    const { chooseAlone, state, open } = rig();
    expect(await chooseAlone('ru')).toBe(true);
    expect(state).toEqual({ shown: 'ru', server: 'en' });
    expect(open).toEqual([]);
  });

  test('a language that cannot be loaded is not saved', async () => {
    const choose = createLanguageSwitch<Locale>();
    const applied: Locale[] = [];
    const apply = async (locale: Locale): Promise<void> => {
      if (locale === 'ru') throw new Error('no network');
      applied.push(locale);
    };
    const save = vi.fn<(locale: Locale) => Promise<void>>();
    expect(await choose('ru', { current: () => 'en', apply, save })).toBe(false);
    expect(await choose('ru', { current: () => 'en', apply, save: null })).toBe(false);
    expect(save).not.toHaveBeenCalled();
    expect(applied).toEqual(['en']);
  });

  test('whatever is chosen and however the server answers: in the end both have the same', async () => {
    const step = fc.oneof(fc.record({ choose: fc.constantFrom<Locale>('en', 'ru') }), fc.record({ answer: fc.boolean() }));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const { choose, state, open, settle } = rig();
        const done: Promise<boolean>[] = [];
        let answered = 0;
        const answerNext = (works: boolean): void => {
          const next = open[answered];
          if (!next) return;
          answered += 1;
          next.answer(works);
        };
        for (const each of steps) {
          if ('choose' in each) {
            done.push(choose(each.choose));
            expect(state.shown).toBe(each.choose);
          } else answerNext(each.answer);
          await settle();
        }
        while (answered < open.length) {
          answerNext(true);
          await settle();
        }
        await Promise.all(done);
        expect(state.shown).toBe(state.server);
      }),
    );
  });
});
