import type { CameraEvent } from '@watchpost/sdk-core';
import { useRef, useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';
import { cropAround, frameAspect, placeIn, wholePicture } from './events-crop.ts';
import type { Crop } from './events-crop.ts';
import { MovingPreview, useIsLookedAt } from './review/events-moving-preview.tsx';

const all = { x: 0, y: 0, width: 1, height: 1 };

export interface EventPictureProps {
  readonly event: CameraEvent;
  /** Shows the whole picture with corners around its subject and the line or zone of then, rather than cropped around it. */
  readonly isWhole?: boolean;
}

/** The event's picture; it moves while the pointer or the focus is on its row. Its space is reserved while it loads and when there is none. */
export function EventPicture({ event, isWhole = false }: EventPictureProps): ReactNode {
  const address = useClient().events.pictureUrl(event);
  const picture = useRef<HTMLSpanElement>(null);
  const isLookedAt = useIsLookedAt(picture);
  /** Width by height; null until it has loaded. */
  const [aspect, setAspect] = useState<number | null>(null);
  const crop = isWhole ? wholePicture(aspect ?? undefined) : cropAround(event.area, aspect ?? undefined);
  return (
    <span className={aspect === null ? 'event-picture waits' : 'event-picture'} ref={picture}>
      {address === null ? null : (
        <img
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          style={styleOf(crop, all)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setAspect(naturalWidth / naturalHeight || frameAspect)}
        />
      )}
      {isWhole && aspect !== null && event.shape ? <Outline shape={event.shape} style={styleOf(crop, all)} /> : null}
      {/* Motion has an area, but nothing that was recognised. */}
      {isWhole && aspect !== null && event.score !== null ? <i className="event-box" style={styleOf(crop, event.area)} /> : null}
      {isLookedAt ? <MovingPreview event={event} /> : null}
    </span>
  );
}

/** The line or zone as it was when the event happened; its name is beside the picture. */
function Outline({ shape, style }: { readonly shape: NonNullable<CameraEvent['shape']>; readonly style: CSSProperties }): ReactNode {
  const points = shape.map(({ x, y }) => `${x * 100},${y * 100}`).join(' ');
  return (
    <svg className="event-outline" viewBox="0 0 100 100" preserveAspectRatio="none" style={style} aria-hidden="true">
      {shape.length === 2 ? <polyline points={points} /> : <polygon points={points} />}
    </svg>
  );
}

function styleOf(crop: Crop, area: CameraEvent['area']): CSSProperties {
  const { left, top, width, height } = placeIn(crop, area);
  return { left: `${left * 100}%`, top: `${top * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` };
}
