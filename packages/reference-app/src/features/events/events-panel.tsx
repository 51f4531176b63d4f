import { errorText } from '@watchpost/sdk-core';
import type { CameraEvent, EventType, SwitchableDetection } from '@watchpost/sdk-core';
import { CheckCheck, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button, iconButtonClass } from '../../shared/ui/button.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { EventFilm } from './events-film.tsx';
import { EventList, EventListSkeleton } from './events-list.tsx';
import { leadInMs } from './events-lead-in.ts';
import { useEventCameras, useEventCounts, useEvents, useMarkSeen } from './events-queries.ts';
import { useSeenWithUndo } from './review/events-seen-undo.ts';
import { text } from './events-texts.ts';
import { EventTypes } from './events-types.tsx';
import './events.css';

export interface EventsPanelProps {
  readonly cameraId: string;
  readonly onOpen: (at: number) => void;
  /** Saves the moment of an event. */
  readonly onSave: (event: CameraEvent) => void;
  /** The path of a detection's settings. */
  readonly settingsOf: (cameraId: string, type: SwitchableDetection) => string;
  /** Another source than the cloud: its switch, and its list while chosen. */
  readonly otherSource?: ((props: OtherSourceProps) => ReactNode) | undefined;
}

interface OtherSourceProps {
  readonly isChosen: boolean;
  readonly onChosen: (isChosen: boolean) => void;
}

/** Lists the events of one camera beside its picture. */
export function EventsPanel({ cameraId, onOpen, onSave, settingsOf, otherSource }: EventsPanelProps): ReactNode {
  useTranslation();
  const [isElsewhere, setElsewhere] = useState(false);
  const [type, setType] = useState<EventType | null>(null);
  const query = { cameraIds: [cameraId], types: type === null ? [] : [type] };
  const result = useEvents(query);
  const counts = useEventCounts({ cameraIds: [cameraId] });
  const cameras = useEventCameras();
  const markSeen = useMarkSeen();
  const onMark = useSeenWithUndo(markSeen);
  const [film, setFilm] = useState<CameraEvent | null>(null);
  const [currentId, setCurrentId] = useState<string | null>(null);
  const { events: shown, error } = result;
  const newest = shown?.[0];
  const markAll = (until: CameraEvent): void =>
    markSeen.all(query, until, ({ undo }) =>
      showToast('success', text('markedAll'), { id: 'seen', action: { label: text('undo'), onAction: undo } }),
    );
  const open = (event: CameraEvent): void => {
    setCurrentId(event.id);
    markSeen.some([event]);
    // The film of a day is no moment of the recording.
    setFilm(event.type === 'timelapse' ? event : null);
    if (event.type !== 'timelapse') onOpen(event.startAt - leadInMs);
  };
  return (
    <section className="events-panel" aria-labelledby="events-heading">
      <h2 className="visually-hidden" id="events-heading">
        {text('heading')}
      </h2>
      {isElsewhere ? null : <EventTypes isNarrow counts={counts ?? undefined} value={type} onValue={setType} />}
      {otherSource?.({ isChosen: isElsewhere, onChosen: setElsewhere })}
      {counts && counts.unseen > 0 && newest && !isElsewhere ? (
        <button
          type="button"
          className={`${iconButtonClass({ small: true })} events-mark`}
          disabled={markSeen.isBusy}
          aria-label={text('markAll')}
          title={text('markAll')}
          onClick={() => markAll(newest)}
        >
          <CheckCheck size={20} />
        </button>
      ) : null}
      {film ? (
        <div className="events-panel-film">
          <EventFilm event={film} />
          <button
            type="button"
            className={iconButtonClass({ small: true })}
            onClick={() => setFilm(null)}
            aria-label={text('closePlayer')}
            title={text('closePlayer')}
          >
            <X size={20} />
          </button>
        </div>
      ) : null}
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
        <EventList
          events={shown}
          result={result}
          cameras={cameras}
          isTodayImplied
          currentId={currentId}
          onOpen={open}
          review={{ onSeen: markSeen.some, onMark, onSave, settingsOf, onPassed: null, foldsMotion: false }}
        />
      )}
    </section>
  );
}
