import { errorText } from '@watchpost/sdk-core';
import type { CameraEvent, EventType } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EventList, EventListSkeleton } from './events-list.tsx';
import { leadIn } from './events-lead-in.ts';
import { useEventCameras, useEventCounts, useEvents, useMarkSeen } from './events-queries.ts';
import { text } from './events-texts.ts';
import { EventTypes } from './events-types.tsx';
import './events.css';

export interface EventsPanelProps {
  readonly cameraId: string;
  readonly onOpen: (at: number) => void;
  /** Another source than the cloud: the switch to it, and what it has while it is chosen. */
  readonly otherSource?: ((props: OtherSourceProps) => ReactNode) | undefined;
}

export interface OtherSourceProps {
  readonly isChosen: boolean;
  readonly onChosen: (isChosen: boolean) => void;
}

/** What happened in front of one camera, beside its picture. */
export function EventsPanel({ cameraId, onOpen, otherSource }: EventsPanelProps): ReactNode {
  useTranslation();
  const [isElsewhere, setElsewhere] = useState(false);
  const [type, setType] = useState<EventType | null>(null);
  const query = { cameraIds: [cameraId], type };
  const result = useEvents(query);
  const counts = useEventCounts({ cameraIds: [cameraId] });
  const cameras = useEventCameras();
  const markSeen = useMarkSeen();
  const [currentId, setCurrentId] = useState<string | null>(null);
  const { events: shown, error } = result;
  const newest = shown?.[0];
  const open = (event: CameraEvent): void => {
    setCurrentId(event.id);
    markSeen.some([event]);
    onOpen(event.startAt - leadIn);
  };
  return (
    <section className="events-panel" aria-labelledby="events-heading">
      <div className="events-head">
        <h2 id="events-heading">{text('heading')}</h2>
        {counts && counts.unseen > 0 && newest && !isElsewhere ? (
          <Button size="s" look="quiet" busy={markSeen.isBusy} onClick={() => markSeen.all(query, newest)}>
            {text('markAll')}
          </Button>
        ) : null}
      </div>
      {otherSource?.({ isChosen: isElsewhere, onChosen: setElsewhere })}
      {isElsewhere ? null : <EventTypes counts={counts} value={type} onValue={setType} />}
      {isElsewhere ? null : !shown && error ? (
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
