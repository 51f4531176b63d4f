import type { CameraEvent } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';
import { cropAround } from './events-crop.ts';

/** The event's picture, cropped around its subject. Its space is reserved while it loads and when there is none. */
export function EventPicture({ event }: { event: CameraEvent }): ReactNode {
  const address = useClient().events.pictureUrl(event);
  const [loaded, setLoaded] = useState(false);
  const { x, y, size } = cropAround(event.area);
  const place = { width: `${100 / size}%`, height: `${100 / size}%`, left: `${(-100 * x) / size}%`, top: `${(-100 * y) / size}%` };
  return (
    <span className={loaded ? 'event-picture' : 'event-picture waits'}>
      {address === null ? null : <img src={address} alt="" loading="lazy" decoding="async" style={place} onLoad={() => setLoaded(true)} />}
    </span>
  );
}
