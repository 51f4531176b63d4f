import type { Camera, CameraEvent } from '@watchpost/sdk-core';
import { CloudOff } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { loadCode } from '../../shared/browser/load-code.ts';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { eventShapes } from '../../shared/live/latest-events.ts';
import { to } from '../../shared/navigation/targets.ts';
import { useHover } from './cameras-hover.ts';
import { CameraPicture } from './cameras-preview.tsx';
import { age, dayOf, knownZone, sinceText } from '../../shared/time/time-texts.ts';
import { EventGlyph } from '../../shared/ui/status.tsx';

const ages = { seconds: 'cameras.secondsAgo', minutes: 'cameras.minutesAgo', hours: 'cameras.hoursAgo' } as const;

// The player comes with the first tile that is looked at closely, not with the dashboard.
const LivePicture = lazy(async () => ({ default: (await loadCode(() => import('./cameras-live-picture.tsx'))).LivePicture }));

export interface CameraTileProps {
  readonly camera: Camera;
  /** Its newest. */
  readonly event: CameraEvent | undefined;
  /** Unix milliseconds. */
  readonly now: number;
  readonly onHelp: (camera: Camera) => void;
}

/** A picture and one line. The whole tile leads to the camera; an offline one has a way out beside its name. Under a resting mouse the picture moves. */
export function CameraTile({ camera, event, now, onHelp }: CameraTileProps): ReactNode {
  const { t } = useTranslation();
  const offline = camera.state === 'offline';
  const { rests, handlers } = useHover();
  const [moving, setMoving] = useState(false);
  const live = rests && moving && !offline;
  const zone = knownZone(camera.timeZone);
  const since = (time: number): string => sinceText(time, now, currentLocale(), zone);
  return (
    <li className="tile" {...handlers}>
      <Link to={to.Camera(camera.id)} className={offline ? 'tile-link with-help' : 'tile-link'}>
        <div className={offline ? 'pic off' : 'pic'}>
          <CameraPicture camera={camera} alt={t('cameras.previewOf', { name: camera.title })} waiting={t('cameras.noPicture')} />
          {offline ? (
            <div className="mid">
              <CloudOff size={24} />
              {t('cameras.offlineSince', { time: since(camera.stateSince) })}
              {camera.previewAt === null ? null : <span>{t(dayOf(camera.previewAt, now, zone) === 'today' ? 'cameras.lastPicture' : 'cameras.lastPictureOn', { time: since(camera.previewAt) })}</span>}
            </div>
          ) : (
            <>
              {rests && camera.state === 'online' ? (
                <div className={live ? 'tile-live on' : 'tile-live'} inert>
                  <Suspense>
                    <LivePicture cameraId={camera.id} onLive={setMoving} />
                  </Suspense>
                </div>
              ) : null}
              <PictureStamp at={camera.previewAt} now={now} live={live} />
            </>
          )}
        </div>
        <span className="cap">
          <span className="name cut" title={camera.title}>{camera.title}</span>
          {offline ? null : camera.state === 'connecting' || !event ? (
            <span className={camera.state === 'online' ? 'ev' : 'ev dimmer'}>{t(camera.state === 'online' ? 'cameras.stateOnline' : 'cameras.stateConnecting')}</span>
          ) : (
            <span className="ev" data-event={event.id}>
              <EventGlyph shape={eventShapes[event.type]} unseen={!event.isSeen} />
              {t(`cameras.event.${event.type}`)} <span className="n">{event.endAt === null ? t('cameras.eventNow') : since(event.startAt)}</span>
            </span>
          )}
        </span>
      </Link>
      {offline ? (
        <button type="button" className="tile-help wp-link small" onClick={() => onHelp(camera)}>
          {t('cameras.whatToDo')}
        </button>
      ) : null}
    </li>
  );
}

/** How old the picture is: pictures look the same whether they are of now or of an hour ago. */
function PictureStamp({ at, now, live }: { at: number | null; now: number; live: boolean }): ReactNode {
  const { t } = useTranslation();
  if (live) {
    return (
      <span className="stamp live">
        <i />
        {t('cameras.live')}
      </span>
    );
  }
  if (at === null) return null;
  const { unit, count } = age(at, now);
  return <span className="stamp">{t(ages[unit], { count })}</span>;
}

/** A tile that is not known yet, in the place of one that will be. */
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
