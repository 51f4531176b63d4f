import { errorText } from '@watchpost/sdk-core';
import type { CameraEvent } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { to } from '../../shared/navigation/targets.ts';
import { knownZone } from '../../shared/time/time-texts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Select } from '../../shared/ui/choice.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Banner } from '../../shared/ui/status.tsx';
import { dayRange } from './events-day-range.ts';
import { EventList, EventListSkeleton } from './events-list.tsx';
import { useEventCameras, useEvents, useMarkSeen } from './events-queries.ts';
import { text } from './events-texts.ts';
import './events.css';

const leadIn = 2000;

export interface ActivitiesScreenProps {
  /** Opens a camera at a moment, Unix milliseconds. */
  readonly onOpen: (cameraId: string, at: number) => void;
  /** Opens the chat bot's dialog. */
  readonly onNotify: () => void;
}

/** What happened anywhere, by day and by camera. */
export function ActivitiesScreen({ onOpen, onNotify }: ActivitiesScreenProps): ReactNode {
  useTranslation();
  const cameras = useEventCameras();
  const [day, setDay] = useState('');
  const [cameraId, setCameraId] = useState('');
  // A day is a day where the camera is; of all cameras, where the first one is.
  const zone = knownZone((cameras?.find(({ id }) => id === cameraId) ?? cameras?.[0])?.timeZone ?? '');
  const isFiltered = day !== '' || cameraId !== '';
  const result = useEvents({ ...(cameraId !== '' && { cameraId }), ...(/^\d{4}-\d\d-\d\d$/.test(day) && dayRange(day, zone)) });
  const markSeen = useMarkSeen();
  const { events, error } = result;
  const open = (event: CameraEvent): void => {
    markSeen([event]);
    onOpen(event.cameraId, event.startAt - leadIn);
  };
  const showAll = (): void => {
    setDay('');
    setCameraId('');
  };
  return (
    <div className="activities">
      <div className="activities-filters">
        <Field label={text('day')} type="date" value={day} onValue={setDay} />
        <Select label={text('camera')} value={cameraId} onValue={setCameraId} options={[{ value: '', label: text('allCameras') }, ...(cameras ?? []).map(({ id, title }) => ({ value: id, label: title }))]} />
        <div className="activities-links">
          <Link to={to.SettingsLocations()}>{text('locations')}</Link>
          {events?.some(({ isSeen }) => !isSeen) ? (
            <Button size="s" look="quiet" onClick={() => markSeen(events)}>
              {text('markAll')}
            </Button>
          ) : null}
        </div>
      </div>
      <Banner action={<Button size="s" onClick={onNotify}>{text('notify')}</Button>}>
        <b>{text('notifyTitle')}.</b> {text('notifyText')}
      </Banner>
      {!events && error ? (
        <EmptyState broken title={text('failed')} text={errorText(error, currentLocale())}>
          <Button look="primary" onClick={result.retry}>
            {text('retry')}
          </Button>
        </EmptyState>
      ) : !events ? (
        <EventListSkeleton />
      ) : events.length === 0 ? (
        <EmptyState title={text(isFiltered ? 'noneFound' : 'none')} text={text(isFiltered ? 'noneFoundText' : 'noneText')}>
          {isFiltered ? <Button onClick={showAll}>{text('showAll')}</Button> : null}
        </EmptyState>
      ) : (
        <EventList events={events} result={result} cameras={cameras} namesCameras onOpen={open} />
      )}
    </div>
  );
}
