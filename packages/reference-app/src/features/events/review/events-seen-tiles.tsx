import { useQuery } from '@tanstack/react-query';
import type { Camera, CameraEvent } from '@watchpost/sdk-core';
import { formatTime } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { eventShapes } from '../../../shared/live/latest-events.ts';
import { knownZone } from '../../../shared/time/time-texts.ts';
import { EventGlyph } from '../../../shared/ui/status.tsx';
import { EventPicture } from '../events-picture.tsx';
import { durationText, text } from '../events-texts.ts';
import { titleOf } from '../stretches/events-stretch-title.ts';
import { stretchesOf, timeOf, typesOf } from '../stretches/events-stretches.ts';
import { hasAlarms, isFalseAlarm } from './events-folds.ts';

export interface SeenTilesProps {
  /** Since when, Unix ms. */
  readonly from: number;
  /** Changes when something was seen. */
  readonly unseen: number | undefined;
  readonly cameras: readonly Camera[] | undefined;
  readonly placeOf: (cameraId: string) => string;
  readonly areaOf?: ((cameraId: string) => string | null) | undefined;
  readonly onOpen: (event: CameraEvent, together: readonly CameraEvent[]) => void;
}

const maxTiles = 4;
const maxEvents = 60;

/** What was recognised today and is reviewed already, to be found again; nothing without any. */
export function SeenTiles({ from, unseen, cameras, placeOf, areaOf, onOpen }: SeenTilesProps): ReactNode {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['seen-events', from, unseen],
    queryFn: ({ signal }) => client.events.list({ isSeen: true, from, limit: maxEvents }, { signal }),
    placeholderData: (before) => before,
  });
  const stretches = stretchesOf(data?.events ?? [], placeOf, areaOf)
    .filter((stretch) => hasAlarms([stretch.best]) && !isFalseAlarm(stretch))
    .slice(0, maxTiles);
  if (stretches.length === 0) return null;
  const locale = currentLocale();
  return (
    <section className="events-seen" aria-labelledby="events-seen">
      <h2 id="events-seen">{text('seenToday')}</h2>
      <ul>
        {stretches.map((stretch) => {
          const { best, events } = stretch;
          const camera = cameras?.find(({ id }) => id === best.cameraId);
          const { from: start, until } = timeOf(stretch);
          return (
            <li key={stretch.key}>
              <button type="button" className="events-seen-tile" onClick={() => onOpen(best, events)}>
                <span className="events-seen-picture">
                  <EventPicture event={best} isWhole />
                  <span className="event-stamp n">{formatTime(best.startAt, { locale, timeZone: knownZone(camera?.timeZone ?? '') })}</span>
                </span>
                <span className="events-seen-name">
                  {typesOf(stretch).map((type) => (
                    <EventGlyph key={type} shape={eventShapes[type]} />
                  ))}
                  <span className="events-seen-title">{titleOf(stretch, locale)}</span>
                  {until === null || until - start < 1000 ? null : <span className="small dimmer n">{durationText(until - start)}</span>}
                </span>
                <span className="small dim cut">{camera?.title ?? text('camera')}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
