import type { ReactNode, RefObject } from 'react';
import type { PaletteEntry, paletteTexts } from './palette-entries.ts';
import { paletteIcon } from './palette-icons.ts';
import type { PaletteSection } from './palette-list.ts';

export interface PaletteResultsProps {
  /** Beginning of the ids: `<id>list`, and `<id>0`, `<id>1`… of the entries. */
  readonly id: string;
  readonly sections: readonly PaletteSection[];
  readonly texts: (typeof paletteTexts)['en'];
  /** Which entry Enter chooses, counted through all sections. */
  readonly current: number;
  readonly listRef: RefObject<HTMLDivElement | null>;
  readonly onHover: (index: number) => void;
  readonly onChoose: (entry: PaletteEntry) => void;
}

/** What was found. The focus stays in the field; keys reach the entries from there. */
export function PaletteResults({ id, sections, texts, current, listRef, onHover, onChoose }: PaletteResultsProps): ReactNode {
  const starts = sections.map((_, index) => sections.slice(0, index).reduce((sum, { entries }) => sum + entries.length, 0));
  return (
    <>
      <div className="palette-list" id={`${id}list`} role="listbox" aria-label={texts.results} ref={listRef} hidden={sections.length === 0}>
        {sections.map(({ name, entries }, section) => (
          <div key={name ?? 'found'} role="group" aria-labelledby={name === null ? undefined : `${id}${name}`} aria-label={name === null ? texts.results : undefined}>
            {name === null ? null : (
              <p className="palette-group" id={`${id}${name}`}>
                {texts.groups[name]}
              </p>
            )}
            {entries.map((entry, within) => {
              const index = (starts[section] ?? 0) + within;
              const Icon = paletteIcon(entry);
              return (
                // Never focused: the keyboard is served by the combobox above.
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
                  {name === null || name === 'recent' ? <span className="palette-kind">{texts.groups[entry.group]}</span> : null}
                </button>
              );
            })}
          </div>
        ))}
      </div>
      <div role="status">
        {sections.length > 0 ? null : (
          <div className="palette-nothing">
            <b>{texts.nothing}</b>
            <p>{texts.nothingText}</p>
          </div>
        )}
      </div>
    </>
  );
}
