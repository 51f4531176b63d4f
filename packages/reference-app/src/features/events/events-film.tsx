import type { CameraEvent } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';
import { text } from './events-texts.ts';

/** The film of a timelapse, which the browser plays by itself; or why there is none. */
export function EventFilm({ event }: { readonly event: CameraEvent }): ReactNode {
  const client = useClient();
  const film = client.timelapse.videoUrl(event);
  if (film === null) {
    return (
      <div className="event-film">
        <p>
          <b>{text('noFilmTitle')}.</b> {text(event.label === 'failed' ? 'noFilmText.failed' : 'noFilmText.empty')}
        </p>
      </div>
    );
  }
  return (
    <video
      className="event-film"
      key={event.id}
      src={film}
      poster={client.events.pictureUrl(event) ?? undefined}
      aria-label={text('film')}
      controls
      autoPlay
      muted
      playsInline
    />
  );
}
