import { useQuery } from '@tanstack/react-query';
import { Modal } from '@watchpost/widgets/primitives';
import { Search } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { cameraListQuery } from '../../features/cameras/index.ts';
import { hadBilling } from '../../shared/browser/preferences.ts';
import { themeChoice } from '../../shared/browser/theme.ts';
import { localTexts } from '../../shared/browser/storage.ts';
import { useClient } from '../../shared/client.tsx';
import { useLocaleChoice } from '../../shared/i18n/locale-choice.ts';
import { externalLinks } from '../../shared/navigation/external-links.ts';
import { eventSearchEntry, paletteEntries } from './palette-entries.ts';
import type { PaletteEntry } from './palette-entries.ts';
import { moveChoice, paletteSections, parseRecent, withRecent, writeRecent } from './palette-list.ts';
import { PaletteResults } from './palette-results.tsx';
import { usePaletteDeed } from './palette-deed.ts';
import { paletteTexts } from './palette-texts.ts';
import '../modal/modal.css';
import './palette.css';

const recentKey = 'palette-recent';

/** Finds cameras, places, settings and actions by name. A combobox whose list is always open. */
export function PaletteDialog({ onClose }: { onClose: () => void }): ReactNode {
  const client = useClient();
  const { locale } = useLocaleChoice();
  const { t } = useTranslation(paletteTexts);
  const { data: cameras = [] } = useQuery({ ...cameraListQuery(client), refetchInterval: false });
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const [recent] = useState(() => parseRecent(localTexts.read(recentKey)));
  const act = usePaletteDeed();
  const id = useId();
  const sections = paletteSections(
    query,
    paletteEntries({ locale, theme: themeChoice(), cameras, wikiLink: externalLinks(locale).wiki, hasBilling: hadBilling() }),
    recent,
    cameras.length > 0 ? [eventSearchEntry(query, locale)] : [],
  );
  const flat = sections.flatMap(({ entries }) => entries);
  const current = Math.min(active, flat.length - 1);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = list.current?.querySelector('[aria-selected="true"]');
    // Scrolls the heading above the first entry into view too.
    if (current <= 0) list.current?.scrollTo({ top: 0 });
    else shown?.scrollIntoView({ block: 'nearest' });
  }, [current, query]);

  const choose = (entry: PaletteEntry): void => {
    localTexts.write(recentKey, writeRecent(withRecent(recent, entry.id)));
    // The palette closes first and restores focus, so that the next dialog returns focus to the same element.
    flushSync(onClose);
    act(entry.deed);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const moved = moveChoice(event.key, current, flat.length);
    const entry = flat[current];
    if (moved !== null) setActive(moved);
    else if (event.key === 'Enter' && entry) choose(entry);
    else return;
    event.preventDefault();
  };
  return (
    <Modal label={t('label')} onClose={onClose} className="modal palette">
      <div className="palette-inner">
        <div className="palette-field">
          <Search size={20} />
          <input
            data-autofocus
            type="text"
            role="combobox"
            aria-label={t('placeholder')}
            aria-expanded={flat.length > 0}
            aria-controls={`${id}list`}
            aria-autocomplete="list"
            aria-activedescendant={flat.length > 0 ? `${id}${current}` : undefined}
            placeholder={t('placeholder')}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            value={query}
            onChange={(event) => {
              setQuery(event.target.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
          />
          <kbd className="only-l">Esc</kbd>
        </div>
        <PaletteResults id={id} sections={sections} current={current} listRef={list} onHover={setActive} onChoose={choose} />
        <p className="palette-hints only-l" aria-hidden="true">
          <span>
            <kbd>↑</kbd>
            <kbd>↓</kbd>
            {t('hints.move')}
          </span>
          <span>
            <kbd>Enter</kbd>
            {t('hints.open')}
          </span>
          <span>
            <kbd>Esc</kbd>
            {t('hints.close')}
          </span>
        </p>
      </div>
    </Modal>
  );
}
