import type { CameraEvent } from '@watchpost/sdk-core';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';
import { cropAround } from './events-crop.ts';
import { MovingPreview, useIsLookedAt } from './review/events-moving-preview.tsx';

/** The event's picture, cropped around its subject; it moves while the pointer or the focus is on its row. Its space is reserved while it loads and when there is none. */
export function EventPicture({ event }: { event: CameraEvent }): ReactNode {
  const address = useClient().events.pictureUrl(event);
  const picture = useRef<HTMLSpanElement>(null);
  const isLookedAt = useIsLookedAt(picture);
  const [loaded, setLoaded] = useState(false);
  const { x, y, size } = cropAround(event.area);
  const place = { width: `${100 / size}%`, height: `${100 / size}%`, left: `${(-100 * x) / size}%`, top: `${(-100 * y) / size}%` };
  return (
    <span className={loaded ? 'event-picture' : 'event-picture waits'} ref={picture}>
      {address === null ? null : <img src={address} alt="" loading="lazy" decoding="async" style={place} onLoad={() => setLoaded(true)} />}
      {isLookedAt ? <MovingPreview event={event} /> : null}
    </span>
  );
}
