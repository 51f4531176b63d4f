import { errorText } from '@watchpost/sdk-core';
import type { CameraEvent, EventType } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/choice.tsx';
import { EventList, EventListSkeleton } from './events-list.tsx';
import { useEventCameras, useEvents, useMarkSeen } from './events-queries.ts';
import { text, typeName } from './events-texts.ts';
import './events.css';

/** The picture shows what led to it, too, ms. */
const leadIn = 2000;

/** What happened in front of one camera, beside its picture. */
export function EventsPanel({ cameraId, onOpen }: { cameraId: string; onOpen: (at: number) => void }): ReactNode {
  useTranslation();
  const result = useEvents({ cameraId });
  const cameras = useEventCameras();
  const markSeen = useMarkSeen();
  const [type, setType] = useState<EventType | null>(null);
  const [currentId, setCurrentId] = useState<string | null>(null);
  const { events, error } = result;
  const types = [...new Set(events?.map((event) => event.type))];
  const shown = type === null ? events : events?.filter((event) => event.type === type);
  const open = (event: CameraEvent): void => {
    setCurrentId(event.id);
    markSeen([event]);
    onOpen(event.startAt - leadIn);
  };
  return (
    <section className="events-panel" aria-labelledby="events-heading">
      <div className="events-head">
        <h2 id="events-heading">{text('heading')}</h2>
        {events?.some(({ isSeen }) => !isSeen) ? (
          <Button size="s" look="quiet" onClick={() => markSeen(events)}>
            {text('markAll')}
          </Button>
        ) : null}
      </div>
      {types.length > 1 ? (
        <div className="events-types">
          <Chip selected={type === null} onPress={() => setType(null)}>
            {text('all')}
          </Chip>
          {types.map((each) => (
            <Chip key={each} selected={type === each} onPress={() => setType(each)}>
              {typeName(each)}
            </Chip>
          ))}
        </div>
      ) : null}
      {!shown && error ? (
        <div className="events-note">
          <b>{text('failed')}</b>
          <p>{errorText(error, currentLocale())}</p>
          <Button size="s" onClick={result.retry}>
            {text('retry')}
          </Button>
        </div>
      ) : !shown ? (
        <EventListSkeleton />
      ) : shown.length === 0 ? (
        <div className="events-note">
          <b>{text('noneCamera')}</b>
          <p>{text('noneCameraText')}</p>
        </div>
      ) : (
        <EventList events={shown} result={result} cameras={cameras} currentId={currentId} onOpen={open} />
      )}
    </section>
  );
}
