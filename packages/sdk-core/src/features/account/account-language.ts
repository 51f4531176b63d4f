import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { pickLocale } from '@watchpost/contract/kernel';
import type { Locale } from '@watchpost/contract/kernel';

export interface LanguageOptions {
  /** What was chosen in this browser before; anything unknown counts as nothing. */
  readonly saved: string | null;
  /** The browser's languages, best first: `navigator.languages`. */
  readonly browser: readonly string[];
  /** Shows the interface in the language. Called one at a time, so that a language that loads slowly never comes late. */
  readonly apply: (locale: Locale) => void | Promise<void>;
  /** Keeps the choice in this browser. */
  readonly persist: (locale: Locale) => void;
  /** Keeps the choice on the server; does nothing while nobody is signed in. */
  readonly save: (locale: Locale) => Promise<unknown>;
}

export interface Language {
  /** What is shown, or about to be. */
  readonly locale: ReadonlySignal<Locale>;
  /**
   * Switches at once, saves on the server, and puts the last saved language back when that fails.
   * Of quick choices the newest stands: older ones are neither shown nor saved after it.
   * @returns false when the language was put back
   */
  choose(locale: Locale): Promise<boolean>;
}

/**
 * The language of an interface: the saved one, then the browser's, then English.
 * @example
 * const language = createLanguage({
 *   saved: localStorage.getItem('watchpost:locale'),
 *   browser: navigator.languages,
 *   apply: (locale) => { document.documentElement.lang = locale; },
 *   persist: (locale) => localStorage.setItem('watchpost:locale', locale),
 *   save: async (locale) => client.session.current.value && client.account.saveLocale(locale),
 * });
 * if (!(await language.choose('ru'))) toast('The language could not be saved');
 */
export function createLanguage({ saved, browser, apply, persist, save }: LanguageOptions): Language {
  const locale = signal(pickLocale(saved === null ? browser : [saved, ...browser]));
  /** What the server has, as far as is known here. */
  let confirmed = locale.peek();
  let newest = 0;
  const shows = createQueue();
  const saves = createQueue();

  function show(next: Locale): Promise<void> {
    const shown = newest;
    locale.value = next;
    return shows(async () => {
      if (shown !== newest) return;
      await apply(next);
      if (shown === newest) persist(next);
    });
  }

  return {
    locale,
    async choose(next) {
      newest += 1;
      const mine = newest;
      try {
        await show(next);
        await saves(async () => {
          if (mine !== newest) return;
          await save(next);
          confirmed = next;
        });
        return true;
      } catch {
        if (mine !== newest) return true;
        await show(confirmed).catch(() => {});
        return false;
      }
    },
  };
}

/** Runs one after the other; what fails stops nothing behind it. */
function createQueue(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
