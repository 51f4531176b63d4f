import { formatList, formatTime } from '@watchpost/sdk-core';
import { Search, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { dateText } from '../../../shared/calendar/calendar-texts.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { iconButtonClass } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { text, typeName } from '../events-texts.ts';
import type { EventSearch } from './events-search.ts';

export interface EventSearchFieldProps {
  /** The search that is shown; empty: none. */
  readonly value: string;
  readonly onSearch: (query: string) => void;
  readonly understand: (query: string) => EventSearch;
  readonly cameraTitle: CameraTitle;
  /** In a header: how it is understood floats below it until it is searched for. */
  readonly floats?: boolean;
}

type CameraTitle = (id: string) => string | undefined;

/** Finds events by words, and says while the user types how they are understood. */
export function EventSearchField({ value, onSearch, understand, cameraTitle, floats = false }: EventSearchFieldProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState(value);
  const [known, setKnown] = useState(value);
  // It comes back as the value, perhaps after the user has typed more. Any other value comes from elsewhere, such as a link.
  const [sent, setSent] = useState<string | null>(null);
  if (value !== known) {
    setKnown(value);
    setSent(null);
    if (value !== sent) setQuery(value);
  }
  const isShown = query.trim() !== '' && !(floats && query.trim() === value);
  const send = (words: string): void => {
    setQuery(words);
    setSent(words);
    onSearch(words);
  };
  return (
    <form
      className="events-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        send(query.trim());
        // The keyboard of a touch screen would stay over what was found.
        if (matchMedia('(pointer: coarse)').matches) field.current?.blur();
      }}
    >
      <Field
        ref={field}
        label={text('searchLabel')}
        value={query}
        onValue={setQuery}
        type="search"
        placeholder={text('searchExample')}
        before={<Search size={20} />}
        enterKeyHint="search"
        maxLength={200}
        after={
          query === '' ? null : (
            <button
              type="button"
              className={iconButtonClass({ small: true })}
              aria-label={text('searchClear')}
              onClick={() => {
                // This button goes away.
                field.current?.focus();
                send('');
              }}
            >
              <X size={20} />
            </button>
          )
        }
      />
      {isShown ? <EventSearchParts search={understand(query)} cameraTitle={cameraTitle} floats={floats} /> : null}
    </form>
  );
}

export interface EventSearchPartsProps extends Pick<EventSearchFieldProps, 'cameraTitle' | 'floats'> {
  readonly search: EventSearch;
}

/** How a search is understood, part by part. */
export function EventSearchParts({ search, cameraTitle, floats = false }: EventSearchPartsProps): ReactNode {
  const parts = partsOf(search, cameraTitle);
  if (parts.length === 0) return null;
  return (
    <p className={floats ? 'events-search-parts floats' : 'events-search-parts'} role="status">
      <span className="visually-hidden">{text('searchUnderstood')}: </span>
      {parts.map(({ name, isUnknown }) => (
        <span key={name} className={isUnknown ? 'events-search-part unknown' : 'events-search-part'}>
          {name}
        </span>
      ))}
    </p>
  );
}

function partsOf(
  { types, cameraIds, day, aroundMinutes, unknown }: EventSearch,
  cameraTitle: CameraTitle,
): { readonly name: string; readonly isUnknown: boolean }[] {
  const locale = currentLocale();
  const known = [
    ...types.map(typeName),
    ...(cameraIds === null
      ? []
      : [
          formatList(
            cameraIds.flatMap((id) => cameraTitle(id) ?? []),
            { locale, type: 'or' },
          ),
        ]),
    ...(day === null ? [] : [dateText(day)]),
    ...(aroundMinutes === null
      ? []
      : [text('searchAround', { time: formatTime(aroundMinutes * 60_000, { locale, timeZone: 'UTC', seconds: false }) })]),
  ].map((name) => ({ name, isUnknown: false }));
  return unknown.length === 0 ? known : [...known, { name: text('searchUnknown', { words: unknown.join(' ') }), isUnknown: true }];
}
