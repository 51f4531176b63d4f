import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import type { Footage } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { eventShapes } from '../../../primitives/sign/event-shape.tsx';
import { useWatchpost } from '../player-context.tsx';
import type { PlayerController } from '../player-controller.ts';
import type { TimelineEvent } from './timeline-layout.ts';
import { createPreviews } from './timeline-previews.ts';
import type { Previews } from './timeline-previews.ts';
import { pictureMoment, previewStep } from './timeline-scale.ts';

interface PeekProps {
  readonly controller: PlayerController;
  readonly footage: Footage | null;
  /** The moment under the pointer, Unix milliseconds; null: the pointer is elsewhere. Loaded previews are kept. */
  readonly at: number | null;
  /** Milliseconds per pixel. */
  readonly perPixel: number;
  /** Position and width of the timeline, pixels. */
  readonly x: number;
  readonly width: number;
  /** The time, formatted. */
  readonly label: string;
  /** A name for the moment: an event, a gap with its reason, a day. */
  readonly note: string | null;
  readonly event: TimelineEvent | null;
}

const size = { width: 200, height: 112 };

/** The preview under the pointer, with event and time. In a gap, or without previews, text only. */
export function TimelinePeek({ controller, footage, at, perPixel, x, width, label, note, event }: PeekProps): JSX.Element {
  const { client } = useWatchpost();
  const cameraId = useValue(controller.camera)?.id;
  const canvas = useRef<HTMLCanvasElement>(null);
  const previews = useRef<Previews | null>(null);
  /** The moment of the current preview; null before the first. */
  const [shown, setShown] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const step = previewStep(perPixel);
  const recordings = footage?.recordings ?? [];
  const wanted = failed || at === null ? null : pictureMoment(recordings, at, step);

  useEffect(() => {
    if (cameraId === undefined) return;
    let latest = 0;
    const paint = async (moment: number, picture: Blob | null): Promise<void> => {
      const turn = (latest += 1);
      const bitmap = picture && (await createImageBitmap(picture).catch(() => null));
      if (turn === latest && bitmap) {
        canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0, size.width * 2, size.height * 2);
        setShown(moment);
      }
      bitmap?.close();
    };
    const created = createPreviews({
      fetch: (moment, signal) => client.archive.preview(cameraId, moment, { signal }),
      onPicture: (moment, picture) => void paint(moment, picture),
      onFail: () => setFailed(true),
    });
    previews.current = created;
    return () => {
      latest += 1;
      created.dispose();
    };
  }, [client, cameraId]);
  useEffect(() => {
    if (wanted === null) return previews.current?.rest();
    // In the pointer's direction: what lies ahead is needed next.
    const neighbours = [1, -1, 2, -2].flatMap((by) => pictureMoment(recordings, wanted + by * step, step) ?? []);
    previews.current?.want(wanted, neighbours);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- reloaded footage does not change the preview
  }, [wanted, step, cameraId]);

  const half = size.width / 2 + 4;
  const inside = Math.min(Math.max(x, half), Math.max(half, width - half));
  return (
    <span className="wp-peek" hidden={at === null} style={{ left: `${inside}px` }}>
      <canvas
        hidden={wanted === null}
        ref={canvas}
        data-at={shown ?? undefined}
        className={shown === wanted ? 'wp-fresh' : undefined}
        width={size.width * 2}
        height={size.height * 2}
      />
      <span className="wp-peek-words">
        {event && (
          <svg className="wp-event" width="12" height="12" viewBox="0 0 12 12">
            {eventShapes[event.shape]}
          </svg>
        )}
        {note !== null && <span className="wp-note">{note}</span>}
        <b>{label}</b>
      </span>
    </span>
  );
}
