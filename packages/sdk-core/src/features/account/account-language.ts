import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import { pickLocale } from '@watchpost/contract/kernel';
import type { Locale } from '@watchpost/contract/kernel';

/** What decides about the language of the interface, and what happens when it changes. */
export interface LanguageOptions {
  /** The language saved in this browser; an unknown value is ignored. */
  readonly saved: string | null;
  /** The browser's languages, best first: `navigator.languages`. */
  readonly browser: readonly string[];
  /** Shows the interface in the language. Calls never overlap, so that a slow one can't override a newer one. */
  readonly apply: (locale: Locale) => void | Promise<void>;
  /** Saves the choice in this browser. */
  readonly persist: (locale: Locale) => void;
  /** Saves the choice on the server; does nothing without a session. */
  readonly save: (locale: Locale) => Promise<unknown>;
}

/** The language of an interface, and the function that changes it. */
export interface Language {
  /** The language that is shown, or is loading. */
  readonly locale: ReadonlySignal<Locale>;
  /**
   * Switches immediately, saves on the server, and restores the last saved language if that fails.
   * The newest of several quick choices wins: older ones are neither shown nor saved after it.
   * @returns false if the language was restored
   */
  choose(locale: Locale): Promise<boolean>;
}

/**
 * Manages an interface's language: the saved one, then the browser's, then English.
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
  /** The language on the server, as far as this client knows. */
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

/** Runs tasks in sequence; a failed one doesn't stop the next. */
function createQueue(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}
