import { formatMoment } from '@watchpost/sdk-core';
import type { Camera, CameraEvent } from '@watchpost/sdk-core';
import { Clock, CloudOff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { loadCode } from '../../shared/browser/load-code.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useCapabilities } from '../../shared/live/capabilities.ts';
import { eventShapes } from '../../shared/live/latest-events.ts';
import { to } from '../../shared/navigation/targets.ts';
import { withClient } from '../../shared/with-client.ts';
import { expiryText, opensText } from './cameras-access-texts.ts';
import { useHover } from './cameras-hover.ts';
import { CameraPicture } from './cameras-preview.tsx';
import { age, dayOf, knownZone } from '../../shared/time/time-texts.ts';
import { lastSeenText } from './cameras-last-seen.ts';
import { EventGlyph } from '../../shared/ui/status.tsx';
import { camerasTexts } from './cameras-texts.ts';
import { commonTexts } from '../../shared/i18n/common-texts.ts';

const ages = { seconds: 'secondsAgo', minutes: 'minutesAgo', hours: 'hoursAgo' } as const;

// The player loads when a tile is first hovered, not with the dashboard.
const LivePicture = lazy(() =>
  loadCode(() => withClient(async () => ({ default: (await import('./cameras-live-picture.tsx')).LivePicture }))),
);

export interface CameraTileProps {
  readonly camera: Camera;
  /** The camera's newest event. */
  readonly event: CameraEvent | undefined;
  /** When its state was last known, Unix milliseconds; null while it is known. */
  readonly until: number | null;
  /** Unix milliseconds. */
  readonly now: number;
  readonly onHelp: (camera: Camera) => void;
}

/** A picture and one line of text. The whole tile links to the camera; an offline one offers help beside its name. Hovering shows live video. */
export function CameraTile({ camera, event, until, now, onHelp }: CameraTileProps): ReactNode {
  const { t } = useTranslation([camerasTexts, commonTexts]);
  const { canWatch, isVisible, opensAt, expiresAt } = useCapabilities(camera);
  const offline = camera.state === 'offline';
  const ends = canWatch ? expiryText(camera, expiresAt, now) : null;
  const isKnown = until === null;
  const { rests, handlers } = useHover();
  const [moving, setMoving] = useState(false);
  const live = rests && moving && !offline && canWatch;
  const zone = knownZone(camera.timeZone);
  const since = (time: number): string => formatMoment(time, now, { locale: currentLocale(), timeZone: zone });
  return (
    <li className="tile" {...handlers}>
      <Link to={to.Camera(camera.id)} className={offline ? 'tile-link with-help' : 'tile-link'}>
        <div className={offline || !canWatch ? 'pic off' : 'pic'}>
          <CameraPicture camera={camera} alt={t('previewOf', { name: camera.title })} waiting={t('noPicture')} />
          {canWatch ? null : (
            <div className="mid">
              <Clock size={24} />
              {!isVisible || opensAt === null ? t('accessEnded') : opensText(camera, opensAt, now)}
            </div>
          )}
          {!canWatch ? null : offline ? (
            <div className="mid">
              <CloudOff size={24} />
              {t('offlineSince', { time: since(camera.stateSince) })}
              {camera.previewAt === null ? null : (
                <span>
                  {t(dayOf(camera.previewAt, now, zone) === 'today' ? 'lastPicture' : 'lastPictureOn', {
                    time: since(camera.previewAt),
                  })}
                </span>
              )}
            </div>
          ) : (
            <>
              {rests && isKnown && camera.state === 'online' ? (
                <div className={live ? 'tile-live on' : 'tile-live'} inert>
                  <Suspense>
                    <LivePicture cameraId={camera.id} onLive={setMoving} />
                  </Suspense>
                </div>
              ) : null}
              <PictureStamp at={camera.previewAt} now={now} live={live} />
            </>
          )}
          {ends === null ? null : <span className="stamp tile-ends">{ends}</span>}
        </div>
        <span className="cap">
          <span className="name cut" title={camera.title}>
            {camera.title}
          </span>
          {offline ? null : camera.state === 'connecting' || !event ? (
            <span className={camera.state === 'online' && isKnown ? 'ev' : 'ev dimmer'}>
              {isKnown ? t(camera.state === 'online' ? 'stateOnline' : 'stateConnecting') : lastSeenText(camera, until, now)}
            </span>
          ) : (
            <span className="ev" data-event={event.id}>
              <EventGlyph shape={eventShapes[event.type]} unseen={!event.isSeen} />
              {t(`event.${event.type}`)} <span className="n">{event.endAt === null && isKnown ? t('eventNow') : since(event.startAt)}</span>
            </span>
          )}
        </span>
      </Link>
      {offline ? (
        <button type="button" className="tile-help wp-link small" onClick={() => onHelp(camera)}>
          {t('whatToDo')}
        </button>
      ) : null}
    </li>
  );
}

/** Shows the age of the picture, because old and new pictures look the same. */
function PictureStamp({ at, now, live }: { at: number | null; now: number; live: boolean }): ReactNode {
  const { t } = useTranslation([camerasTexts, commonTexts]);
  if (live) {
    return (
      <span className="stamp live">
        <i />
        {t('common:live')}
      </span>
    );
  }
  if (at === null) return null;
  const { unit, count } = age(at, now);
  return <span className="stamp">{t(ages[unit], { count })}</span>;
}

/** Placeholder for a tile that is loading. */
export function TileSkeleton(): ReactNode {
  return (
    <li className="tile" aria-hidden="true">
      <div className="pic sk" />
      <div className="tile-lines">
        <span className="sk" />
        <span className="sk" />
      </div>
    </li>
  );
}
