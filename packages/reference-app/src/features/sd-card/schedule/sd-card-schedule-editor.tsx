import type { ScheduleEntry } from '@watchpost/sdk-core';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Banner } from '../../../shared/ui/status.tsx';
import { text } from '../sd-card-texts.ts';
import { ScheduleEntryFields } from './sd-card-schedule-entry.tsx';
import { draftOf, isSame, scheduleOf, withNew } from './sd-card-schedule-model.ts';
import type { DraftEntry } from './sd-card-schedule-model.ts';

export interface ScheduleEditorProps {
  readonly schedule: readonly ScheduleEntry[];
  /** Time zone of the schedule, IANA name. */
  readonly timeZone: string;
  readonly isSaving: boolean;
  readonly onSave: (schedule: ScheduleEntry[]) => void;
  readonly onChanged: (isChanged: boolean) => void;
}

/** Maximum number of entries that a camera stores. */
const maxEntries = 50;

/** Edits when the card records; the schedule is saved as a whole. */
export function ScheduleEditor({ schedule, timeZone, isSaving, onSave, onChanged }: ScheduleEditorProps): ReactNode {
  const [draft, setDraft] = useState(() => draftOf(schedule));
  const [isTried, setTried] = useState(false);
  const isChanged = !isSame(draft, schedule);
  useEffect(() => {
    onChanged(isChanged);
    return () => onChanged(false);
  }, [isChanged, onChanged]);
  const replace = (next: DraftEntry): void => setDraft((before) => before.map((entry) => (entry.key === next.key ? next : entry)));
  const save = (): void => {
    const entries = scheduleOf(draft);
    setTried(true);
    if (entries) onSave(entries);
  };
  return (
    <section className="sd-card-schedule" aria-labelledby="sd-card-schedule">
      <div className="sd-card-schedule-head">
        <h3 id="sd-card-schedule">{text('scheduleTitle')}</h3>
        <span className="dim">{text('scheduleZone', { zone: timeZone })}</span>
      </div>
      {draft.length === 0 ? <Banner kind="warning">{text('scheduleNone')}</Banner> : null}
      <ul>
        {draft.map((entry) => (
          <ScheduleEntryFields
            key={entry.key}
            entry={entry}
            showsAll={isTried}
            onEntry={replace}
            onRemove={() => setDraft((before) => before.filter(({ key }) => key !== entry.key))}
          />
        ))}
      </ul>
      {draft.length > 0 ? <p className="dim">{text('overMidnight')}</p> : null}
      <div className="sd-card-schedule-actions">
        <Button icon={<Plus size={20} />} disabled={draft.length >= maxEntries} onClick={() => setDraft(withNew)}>
          {text('addTime')}
        </Button>
        {isChanged ? (
          <>
            <Button look="quiet" disabled={isSaving} onClick={() => setDraft(draftOf(schedule))}>
              {text('discard')}
            </Button>
            <Button look="primary" busy={isSaving} onClick={save}>
              {text('save')}
            </Button>
          </>
        ) : null}
      </div>
    </section>
  );
}
