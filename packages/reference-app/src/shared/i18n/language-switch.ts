export interface LanguageSwitchOptions<Locale> {
  readonly current: () => Locale;
  /** Shows the interface in the language. */
  readonly apply: (locale: Locale) => Promise<void>;
  /** Saves it on the server; null while nobody is signed in: then this browser alone remembers it. */
  readonly save: ((locale: Locale) => Promise<unknown>) | null;
}

/** Switches the language; false when it could not be saved and the one before is back. */
export type LanguageSwitch<Locale> = (locale: Locale, options: LanguageSwitchOptions<Locale>) => Promise<boolean>;

/**
 * The language changes at once and is saved on the server; if saving fails, the one that the server has comes back
 * (specification 1, section 4). Choices that follow each other quickly are saved one after another, the newest last:
 * neither an answer nor a failure of an older one touches what was chosen since.
 */
export function createLanguageSwitch<Locale>(): LanguageSwitch<Locale> {
  /** What the server has, while choices are being saved. */
  let saved: Locale | null = null;
  let newest = 0;
  let saving: Promise<unknown> = Promise.resolve();

  return async (locale, { current, apply, save }) => {
    const choice = ++newest;
    saved ??= current();
    const before = saving;
    // A language that cannot be loaded was not switched to, and is not saved either.
    const shown = apply(locale).then(() => true, () => false);
    if (!save) {
      saved = null;
      return shown;
    }
    const attempt = before.then(async () => {
      // Another choice has come since: only that one is worth saving.
      if (choice !== newest) return true;
      if (!(await shown)) return false;
      try {
        await save(locale);
        saved = locale;
        return true;
      } catch {
        return false;
      }
    });
    saving = attempt;
    const isSaved = await attempt;
    if (choice !== newest) return true;
    const back = saved;
    saved = null;
    if (!isSaved && back !== null) await apply(back);
    return isSaved;
  };
}
