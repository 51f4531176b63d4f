import { formatList, weekdays } from '@watchpost/sdk-core';
import type { NotificationHours } from '@watchpost/sdk-core';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { Chip, Select } from '../../../shared/ui/choice.tsx';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { daysOf, hoursProblem, isOverMidnight, newHours, timeChoices, withDay } from './notifications-camera-hours-model.ts';
import { text } from './notifications-camera-texts.ts';

/** Entries that a schedule may have (the contract's limit). */
const maxEntries = 14;

interface HoursEditorProps {
  readonly schedule: readonly NotificationHours[] | null;
  /** Saves them for one event type; absent: for all only. */
  readonly onSave?: (schedule: NotificationHours[] | null) => void;
  /** Saves them for every event type of the camera but alarms; absent: for one only. */
  readonly onSaveForAll?: ((schedule: NotificationHours[] | null) => void) | undefined;
}

/** Edits when events are notified; nothing is saved before a button is pressed. */
export function HoursEditor({ schedule, onSave, onSaveForAll }: HoursEditorProps): ReactNode {
  const [draft, setDraft] = useState<readonly NotificationHours[]>(schedule ?? []);
  const next = draft.length === 0 ? null : [...draft];
  const hasProblem = draft.some((hours) => hoursProblem(hours) !== null);
  const replace = (index: number, hours: NotificationHours): void => setDraft(draft.map((one, at) => (at === index ? hours : one)));
  return (
    <div className="alerts-hours">
      {draft.length === 0 ? <p className="small dim">{text('hours.always')}</p> : null}
      {draft.map((hours, index) => (
        <HoursFields
          // An entry has no identity but its place: its fields keep no state.
          key={String(index)}
          hours={hours}
          onHours={(changed) => replace(index, changed)}
          onRemove={() => setDraft(draft.filter((_, at) => at !== index))}
        />
      ))}
      <div className="alerts-wrap">
        <Button size="s" icon={<Plus size={18} />} disabled={draft.length >= maxEntries} onClick={() => setDraft([...draft, newHours])}>
          {text('hours.add')}
        </Button>
        {onSave ? (
          <Button size="s" look="primary" disabled={hasProblem} onClick={() => onSave(next)}>
            {text('hours.save')}
          </Button>
        ) : null}
        {onSaveForAll ? (
          <Button size="s" look={onSave ? 'quiet' : 'primary'} disabled={hasProblem} onClick={() => onSaveForAll(next)}>
            {text('hours.saveForAll')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

interface HoursFieldsProps {
  readonly hours: NotificationHours;
  readonly onHours: (hours: NotificationHours) => void;
  readonly onRemove: () => void;
}

function HoursFields({ hours, onHours, onRemove }: HoursFieldsProps): ReactNode {
  const name = hoursName(hours);
  const problem = hoursProblem(hours);
  const time = (side: 'from' | 'to'): ReactNode => (
    <Select
      label={text(`hours.${side}`)}
      value={hours[side]}
      onValue={(value) => onHours({ ...hours, [side]: value })}
      options={timeChoices(hours[side], side).map((value) => ({ value, label: value }))}
    />
  );
  return (
    <div className="alerts-entry" role="group" aria-label={name}>
      <div className="alerts-wrap" role="group" aria-label={text('hours.days')}>
        {weekdays.map((day) => (
          <Chip key={day} selected={hours.days.includes(day)} onPress={() => onHours(withDay(hours, day))}>
            {text(`days.${day}`)}
          </Chip>
        ))}
      </div>
      <div className="alerts-times">
        {time('from')}
        {time('to')}
        <IconButton label={text('hours.remove', { hours: name })} onClick={onRemove}>
          <Trash2 size={20} />
        </IconButton>
      </div>
      {problem ? <ErrorText>{text(`hours.${problem}`)}</ErrorText> : null}
      {!problem && isOverMidnight(hours) ? <p className="small dim">{text('hours.overMidnight')}</p> : null}
    </div>
  );
}

/** @example "Mon–Fri, 22:00–07:00" */
export function hoursName({ days, from, to }: NotificationHours): string {
  const known = daysOf(days);
  const names =
    typeof known === 'string'
      ? text(`days.${known}`)
      : formatList(
          known.map((day) => text(`days.${day}`)),
          { locale: currentLocale() },
        );
  return text('hours.name', { days: names, from, to });
}
