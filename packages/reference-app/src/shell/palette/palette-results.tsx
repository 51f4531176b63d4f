import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaletteEntry } from './palette-entries.ts';
import { paletteIcon } from './palette-icons.ts';
import type { PaletteSection } from './palette-list.ts';
import { paletteTexts } from './palette-texts.ts';

export interface PaletteResultsProps {
  /** Prefix of the element ids: `<id>list`, and `<id>0`, `<id>1`… for the entries. */
  readonly id: string;
  readonly sections: readonly PaletteSection[];
  /** Index across all sections of the entry that Enter chooses. */
  readonly current: number;
  readonly listRef: RefObject<HTMLDivElement | null>;
  readonly onHover: (index: number) => void;
  readonly onChoose: (entry: PaletteEntry) => void;
}

/** Lists the matches. Focus stays in the field, which handles the keys. */
export function PaletteResults({ id, sections, current, listRef, onHover, onChoose }: PaletteResultsProps): ReactNode {
  const { t } = useTranslation(paletteTexts);
  const starts = sections.map((_, index) => sections.slice(0, index).reduce((sum, { entries }) => sum + entries.length, 0));
  return (
    <>
      <div className="palette-list" id={`${id}list`} role="listbox" aria-label={t('results')} ref={listRef} hidden={sections.length === 0}>
        {sections.map(({ name, entries }, section) => (
          <div
            key={name ?? 'found'}
            role="group"
            aria-labelledby={name === null ? undefined : `${id}${name}`}
            aria-label={name === null ? t('results') : undefined}
          >
            {name === null ? null : (
              <p className="palette-group" id={`${id}${name}`}>
                {t(`groups.${name}`)}
              </p>
            )}
            {entries.map((entry, within) => {
              const index = (starts[section] ?? 0) + within;
              const Icon = paletteIcon(entry);
              return (
                // Never focused: the combobox above handles the keyboard.
                <button
                  type="button"
                  tabIndex={-1}
                  key={entry.id}
                  id={`${id}${index}`}
                  role="option"
                  aria-selected={index === current}
                  className="palette-entry"
                  // A list that scrolls under a resting pointer must not change the choice.
                  onPointerMove={() => index === current || onHover(index)}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => onChoose(entry)}
                >
                  <Icon size={20} />
                  <span className="cut grow">{entry.title}</span>
                  {name === null || name === 'recent' ? <span className="palette-kind">{t(`groups.${entry.group}`)}</span> : null}
                </button>
              );
            })}
          </div>
        ))}
      </div>
      <div role="status">
        {sections.length > 0 ? null : (
          <div className="palette-nothing">
            <b>{t('nothing')}</b>
            <p>{t('nothingText')}</p>
          </div>
        )}
      </div>
    </>
  );
}
