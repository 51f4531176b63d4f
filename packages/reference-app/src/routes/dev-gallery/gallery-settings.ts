/** How the gallery is shown; all of it stands in the address, so that a picture can be asked for. */
export interface GallerySettings {
  readonly theme: 'light' | 'dark';
  readonly locale: 'en' | 'ru';
  readonly density: 'comfortable' | 'phone';
}

/** `?theme=dark&locale=ru&density=phone`; what is missing or unknown is light, English, and as the window is wide. */
export function parseGallerySettings(search: string, isSmall: boolean): GallerySettings {
  const query = new URLSearchParams(search);
  const density = query.get('density');
  return {
    theme: query.get('theme') === 'dark' ? 'dark' : 'light',
    locale: query.get('locale') === 'ru' ? 'ru' : 'en',
    density: density === 'phone' || (density === null && isSmall) ? 'phone' : 'comfortable',
  };
}

export function gallerySearch({ theme, locale, density }: GallerySettings): string {
  return `?${new URLSearchParams({ theme, locale, density }).toString()}`;
}
