import { useQuery } from '@tanstack/react-query';
import { formatList, formatMoment } from '@watchpost/sdk-core';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { knownZone } from '../../../shared/time/time-texts.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { leadInMs } from '../events-lead-in.ts';
import { EventPicture } from '../events-picture.tsx';
import { text } from '../events-texts.ts';
import { titleOf } from '../stretches/events-stretch-title.ts';
import type { EventStretch } from '../stretches/events-stretches.ts';
import '../events.css';
import './events-away.css';

/** As many as are read at a glance. */
const maxShown = 3;

export interface AwayCardProps {
  /** What was missed, the newest first, at least one. */
  readonly stretches: readonly EventStretch[];
  readonly navigate: (path: string) => void;
  readonly onDismiss: () => void;
}

/** "While you were away": lies over the corner of the dashboard, so that no picture moves. */
export function AwayCard({ stretches, navigate, onDismiss }: AwayCardProps): ReactNode {
  const client = useClient();
  const { data: cameras } = useQuery({
    queryKey: ['cameras'],
    queryFn: ({ signal }) => client.cameras.list({ signal }),
    staleTime: 60_000,
  });
  const locale = currentLocale();
  const title = text('away', { count: stretches.length });
  const cameraOf = (id: string) => cameras?.find((camera) => camera.id === id);
  return (
    <section className="events-away" aria-label={title}>
      <div className="events-away-head">
        <h2>{title}</h2>
        <IconButton label={text('awayDismiss')} onClick={onDismiss}>
          <X size={20} />
        </IconButton>
      </div>
      <ul>
        {stretches.slice(0, maxShown).map((stretch) => {
          const { best, events, key } = stretch;
          const titles = [...new Set([best, ...events].map(({ cameraId }) => cameraId))].flatMap((id) => cameraOf(id)?.title ?? []);
          const timeZone = knownZone(cameraOf(best.cameraId)?.timeZone ?? '');
          return (
            <li key={key}>
              <button
                type="button"
                className="event-row"
                data-event={best.id}
                onClick={() => navigate(to.Camera(best.cameraId, { at: best.startAt - leadInMs }))}
              >
                <EventPicture event={best} />
                <span className="event-text">
                  <span className="event-name">{titleOf(stretch, locale)}</span>
                  <span className="event-camera cut">{formatList(titles, { locale })}</span>
                  <span className="event-time n">{formatMoment(best.startAt, client.serverNow(), { locale, timeZone })}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <Button size="s" look="quiet" onClick={() => navigate(to.ArchiveActivities())}>
        {text('awayAll')}
      </Button>
    </section>
  );
}
