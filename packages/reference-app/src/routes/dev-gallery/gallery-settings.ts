/** How the gallery is shown; all of it may stand in the address, so that a picture can be asked for. */
export interface GallerySettings {
  readonly theme: 'light' | 'dark';
  readonly locale: 'en' | 'ru';
  readonly density: 'comfortable' | 'phone';
}

/** `?theme=dark&locale=ru&density=phone`; what is missing or unknown is as the device has it. */
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

/** What the device asks for. */
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
