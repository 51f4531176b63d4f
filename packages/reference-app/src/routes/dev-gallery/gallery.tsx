import { PrimitivesProvider, Segmented } from '@watchpost/widgets/primitives';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { ButtonsSection, ChoicesSection, TabsSection } from './gallery-controls.tsx';
import { CodeSection, FieldsSection } from './gallery-fields.tsx';
import { DialogSection, MenuSection, ToastsSection } from './gallery-overlays.tsx';
import { TextsProvider } from './gallery-section.tsx';
import { deviceSettings, gallerySearch, parseGallerySettings } from './gallery-settings.ts';
import type { GallerySettings } from './gallery-settings.ts';
import { addShownStates } from './gallery-states.ts';
import {
  BannersSection,
  ColourSection,
  EmptySection,
  ProgressSection,
  RowsSection,
  SkeletonSection,
  TypeSection,
} from './gallery-status.tsx';
import { galleryTexts } from './gallery-texts.ts';
import './gallery.css';

function readSettings(): GallerySettings {
  return parseGallerySettings(location.search, deviceSettings());
}

/** Every primitive in every state, in both themes, languages and densities. For development only. */
export function Gallery(): ReactNode {
  const [settings, setSettings] = useState(readSettings);
  const { theme, locale, density } = settings;
  const t = galleryTexts[locale];
  useEffect(() => void addShownStates(document.styleSheets), []);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    document.documentElement.dataset['density'] = density;
    document.documentElement.lang = locale;
    document.title = `${t.title} · Watchpost`;
  }, [theme, density, locale, t]);
  useEffect(() => {
    const life = new AbortController();
    const renew = (): void => setSettings(readSettings());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', renew, { signal: life.signal });
    addEventListener('resize', renew, { signal: life.signal });
    return () => life.abort();
  }, []);
  const change = (part: Partial<GallerySettings>): void => {
    const next = { ...settings, ...part };
    setSettings(next);
    history.replaceState(null, '', gallerySearch(next));
  };
  return (
    <PrimitivesProvider locale={locale}>
      <TextsProvider value={t}>
        <header className="gallery-header">
          <h1>{t.title}</h1>
          <Segmented
            small
            label={t.theme}
            value={theme}
            onValue={(value) => change({ theme: value })}
            options={[
              { value: 'light', label: t.light },
              { value: 'dark', label: t.dark },
            ]}
          />
          <Segmented
            small
            label={t.language}
            value={locale}
            onValue={(value) => change({ locale: value })}
            options={[
              { value: 'en', label: 'English' },
              { value: 'ru', label: 'Русский' },
            ]}
          />
          <Segmented
            small
            label={t.density}
            value={density}
            onValue={(value) => change({ density: value })}
            options={[
              { value: 'comfortable', label: t.comfortable },
              { value: 'phone', label: t.phone },
            ]}
          />
        </header>
        {/* Fields remount on a language change, because their initial texts change too. */}
        <main className="gallery" key={locale}>
          <ButtonsSection />
          <FieldsSection />
          <ChoicesSection />
          <TabsSection />
          <MenuSection />
          <ToastsSection />
          <ProgressSection />
          <DialogSection />
          <SkeletonSection />
          <EmptySection />
          <CodeSection />
          <BannersSection />
          <RowsSection />
          <ColourSection />
          <TypeSection />
        </main>
      </TextsProvider>
    </PrimitivesProvider>
  );
}
