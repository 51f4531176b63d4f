/** Caches formatters: creating one costs more than using it a hundred times. */
export function cacheFormatters<Options, Formatter>(
  create: (locale: string, options: Options) => Formatter,
): (locale: string, options: Options) => Formatter {
  const made = new Map<string, Formatter>();
  return (locale, options) => {
    const key = locale + JSON.stringify(options);
    let formatter = made.get(key);
    if (formatter === undefined) {
      formatter = create(locale, options);
      made.set(key, formatter);
    }
    return formatter;
  };
}

/** Formatters of numbers, by language and options. */
export const numbers: (locale: string, options: Intl.NumberFormatOptions) => Intl.NumberFormat = /* @__PURE__ */ cacheFormatters(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** Typographic numbers: narrow no-break spaces, and a true minus instead of a hyphen. */
export function refineNumber(text: string): string {
  return text.replaceAll(/[\u00A0\u2009]/g, '\u202F').replaceAll('-', '\u2212');
}
