import type { TimelapseHours } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Segmented } from '../../shared/ui/choice.tsx';
import { ErrorText, Field } from '../../shared/ui/field.tsx';
import { degreesOf, draftOf, hoursOf, isOverMidnight } from './timelapse-hours-draft.ts';
import type { HoursDraft } from './timelapse-hours-draft.ts';
import { text } from './timelapse-texts.ts';

interface TimelapseHoursFieldsProps {
  readonly hours: TimelapseHours;
  readonly onHours: (hours: TimelapseHours) => void;
}

/** Which hours are filmed: fixed ones, or the light of the day at a place. Saves what is complete when a field is left. */
export function TimelapseHoursFields({ hours, onHours }: TimelapseHoursFieldsProps): ReactNode {
  const [draft, setDraft] = useState(() => draftOf(hours));
  const [isLeft, setLeft] = useState(false);
  const commit = (next: HoursDraft): void => {
    const complete = hoursOf(next);
    if (complete && JSON.stringify(complete) !== JSON.stringify(hours)) onHours(complete);
  };
  const leave = (): void => {
    setLeft(true);
    commit(draft);
  };
  const choose = (next: HoursDraft): void => {
    setDraft(next);
    setLeft(false);
    commit(next);
  };
  return (
    <section className="detection-part" aria-labelledby="timelapse-hours">
      <h2 id="timelapse-hours">{text('hours')}</h2>
      <Segmented
        label={text('hours')}
        value={draft.kind}
        onValue={(kind) => choose({ ...draft, kind })}
        options={(['fixed', 'daylight'] as const).map((value) => ({ value, label: text(value) }))}
      />
      {draft.kind === 'fixed' ? (
        <FixedHours draft={draft} onDraft={setDraft} onLeave={leave} />
      ) : (
        <DaylightPlace draft={draft} showsErrors={isLeft} onDraft={setDraft} onLeave={leave} onPlace={choose} />
      )}
    </section>
  );
}

interface FieldsProps {
  readonly draft: HoursDraft;
  readonly onDraft: (draft: HoursDraft) => void;
  readonly onLeave: () => void;
}

function FixedHours({ draft, onDraft, onLeave }: FieldsProps): ReactNode {
  const isSame = draft.from !== '' && draft.from === draft.to;
  return (
    <>
      <div className="timelapse-pair">
        {(['from', 'to'] as const).map((side) => (
          <Field
            key={side}
            type="time"
            label={text(side)}
            value={draft[side]}
            onValue={(value) => onDraft({ ...draft, [side]: value })}
            onBlur={onLeave}
            required
          />
        ))}
      </div>
      {isSame ? <ErrorText>{text('sameTime')}</ErrorText> : null}
      {isOverMidnight(draft) ? <p className="small dim">{text('overMidnight')}</p> : null}
    </>
  );
}

interface DaylightPlaceProps extends FieldsProps {
  readonly showsErrors: boolean;
  readonly onPlace: (draft: HoursDraft) => void;
}

const degrees = [
  { name: 'latitude', most: 90 },
  { name: 'longitude', most: 180 },
] as const;

function DaylightPlace({ draft, showsErrors, onDraft, onLeave, onPlace }: DaylightPlaceProps): ReactNode {
  const [search, setSearch] = useState<'none' | 'running' | 'failed'>('none');
  const locate = (): void => {
    setSearch('running');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setSearch('none');
        // A kilometre is close enough for the sun, and says less about where someone lives.
        onPlace({ ...draft, latitude: coords.latitude.toFixed(2), longitude: coords.longitude.toFixed(2) });
      },
      () => setSearch('failed'),
    );
  };
  return (
    <>
      <p className="small dim">{text('daylightText')}</p>
      <div className="timelapse-pair">
        {degrees.map(({ name, most }) => (
          <Field
            key={name}
            label={text(name)}
            value={draft[name]}
            onValue={(value) => onDraft({ ...draft, [name]: value })}
            onBlur={onLeave}
            inputMode="text"
            autoComplete="off"
            hint={text(`${name}Hint`)}
            error={showsErrors && draft[name] !== '' && degreesOf(draft[name], most) === null ? text('wrongNumber') : null}
          />
        ))}
      </div>
      {'geolocation' in navigator ? (
        <Button size="s" busy={search === 'running'} onClick={locate}>
          {text(search === 'running' ? 'locating' : 'here')}
        </Button>
      ) : null}
      {search === 'failed' ? <ErrorText>{text('notLocated')}</ErrorText> : null}
    </>
  );
}
