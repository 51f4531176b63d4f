/** Settings of the gallery; the address can contain all of them, for screenshots. */
export interface GallerySettings {
  readonly theme: 'light' | 'dark';
  readonly locale: 'en' | 'ru';
  readonly density: 'comfortable' | 'phone';
}

/** Parses `?theme=dark&locale=ru&density=phone`; missing or unknown values follow the device. */
export function parseGallerySettings(search: string, device: GallerySettings): GallerySettings {
  const query = new URLSearchParams(search);
  return {
    theme: oneOf(query.get('theme'), ['light', 'dark']) ?? device.theme,
    locale: oneOf(query.get('locale'), ['en', 'ru']) ?? device.locale,
    density: oneOf(query.get('density'), ['comfortable', 'phone']) ?? device.density,
  };
}

function oneOf<Value extends string>(text: string | null, values: readonly Value[]): Value | undefined {
  return values.find((value) => value === text);
}

/** Returns the device's settings. */
export function deviceSettings(): GallerySettings {
  return {
    theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
    locale: navigator.language.startsWith('ru') ? 'ru' : 'en',
    density: innerWidth <= 768 ? 'phone' : 'comfortable',
  };
}

export function gallerySearch({ theme, locale, density }: GallerySettings): string {
  return `?${new URLSearchParams({ theme, locale, density }).toString()}`;
}
