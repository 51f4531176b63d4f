import type { Camera, CameraEvent } from '@watchpost/sdk-core';
import { formatTime } from '@watchpost/sdk-core';
import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';
import { ArrowUpRight, X } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { to } from '../../shared/navigation/targets.ts';
import { knownZone } from '../../shared/time/time-texts.ts';
import { buttonClass, iconButtonClass } from '../../shared/ui/button.tsx';
import { EventFilm } from './events-film.tsx';
import { leadInMs } from './events-lead-in.ts';
import { text, typeName } from './events-texts.ts';

export interface EventPlayerProps {
  readonly event: CameraEvent;
  readonly camera: Camera | undefined;
  readonly onClose: () => void;
}

/** Plays an event's recording over its list, which keeps its scroll position and keys. */
export function EventPlayer({ event, camera, onClose }: EventPlayerProps): ReactNode {
  useEscape(onClose);
  const client = useClient();
  const at = event.startAt - leadInMs;
  return (
    <section className="event-player" aria-label={text('player')} data-playing={event.id}>
      {event.type === 'timelapse' ? (
        <EventFilm event={event} />
      ) : (
        <WatchpostProvider client={client} locale={currentLocale()}>
          <CameraPlayer key={event.cameraId} cameraId={event.cameraId} time={at} talk={false} report="server" autoplay muted />
        </WatchpostProvider>
      )}
      <div className="event-player-bar">
        <div className="event-player-text" role="status">
          <b className="cut">{camera?.title ?? typeName(event.type)}</b>
          <span className="event-time n">
            {typeName(event.type)} ·{' '}
            {formatTime(event.startAt, { locale: currentLocale(), timeZone: knownZone(camera?.timeZone ?? ''), zone: true })}
          </span>
        </div>
        <Link to={to.Camera(event.cameraId, { at })} className={buttonClass({ size: 's' })}>
          <ArrowUpRight size={16} />
          {text('openCamera')}
        </Link>
        <button type="button" className={iconButtonClass()} onClick={onClose} aria-label={text('closePlayer')} title={text('closePlayer')}>
          <X size={20} />
        </button>
      </div>
    </section>
  );
}

/** Closes on Esc, unless Esc closes something in front. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.fullscreenElement) return;
      if (event.target instanceof Element && event.target.closest('dialog,[role="menu"],[popover]') !== null) return;
      onEscape();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onEscape]);
}
