import { formatList, weekdays } from '@watchpost/sdk-core';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { timeMask } from '../../../shared/forms/field-masks.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { IconButton } from '../../../shared/ui/button.tsx';
import { Chip, Select } from '../../../shared/ui/choice.tsx';
import { ErrorText, Field } from '../../../shared/ui/field.tsx';
import { text } from '../sd-card-texts.ts';
import { daysName, problemsOf, readTime, withDay, withType } from './sd-card-schedule-model.ts';
import type { DraftEntry, EntryType } from './sd-card-schedule-model.ts';

export interface ScheduleEntryFieldsProps {
  readonly entry: DraftEntry;
  /** A save was attempted, so errors are shown in untouched fields too. */
  readonly showsAll: boolean;
  readonly onEntry: (entry: DraftEntry) => void;
  readonly onRemove: () => void;
}

const types: readonly EntryType[] = ['allDays', 'onlyWeekdays', 'custom'];

/** One entry of the schedule: its days, start and end. */
export function ScheduleEntryFields({ entry, showsAll, onEntry, onRemove }: ScheduleEntryFieldsProps): ReactNode {
  const [isLeft, setLeft] = useState(false);
  const problems = problemsOf(entry);
  const errorOf = (problem: 'invalidFrom' | 'invalidFormat' | null): string | null =>
    problem && (isLeft || showsAll) ? text(problem) : null;
  const name = nameOf(entry);
  const time = (side: 'from' | 'to'): ReactNode => (
    <Field
      label={text(side)}
      value={entry[side]}
      onValue={(value) => onEntry({ ...entry, [side]: value })}
      onBlur={() => {
        setLeft(true);
        // Shown as it is saved: 8 becomes 08:00.
        onEntry({ ...entry, [side]: readTime(entry[side]) ?? entry[side] });
      }}
      error={errorOf(problems[side])}
      mask={timeMask}
      inputMode="numeric"
      autoComplete="off"
      placeholder="00:00"
    />
  );
  return (
    <li className="sd-card-entry" aria-label={name}>
      <div className="sd-card-entry-head">
        <Select
          label={text('days')}
          value={entry.type}
          onValue={(type) => onEntry(withType(entry, type))}
          options={types.map((value) => ({ value, label: text(value) }))}
        />
        <IconButton label={text('removeTime', { entry: name })} onClick={onRemove}>
          <Trash2 size={20} />
        </IconButton>
      </div>
      {entry.type === 'custom' ? (
        <div className="sd-card-days" role="group" aria-label={text('days')}>
          {weekdays.map((day) => (
            <Chip key={day} selected={entry.days.includes(day)} onPress={() => onEntry(withDay(entry, day, !entry.days.includes(day)))}>
              {text(day)}
            </Chip>
          ))}
        </div>
      ) : null}
      {problems.days ? <ErrorText>{text(problems.days)}</ErrorText> : null}
      <div className="sd-card-times">
        {time('from')}
        {time('to')}
      </div>
    </li>
  );
}

/** Formats an entry. @example "Weekdays, 09:00–18:00" */
function nameOf({ days, from, to }: DraftEntry): string {
  const known = daysName(days);
  if (days.length === 0) return text('newTime');
  return text('entryTimes', {
    days:
      typeof known === 'string'
        ? text(known)
        : formatList(
            known.map((day) => text(day)),
            { locale: currentLocale() },
          ),
    from,
    to,
  });
}
