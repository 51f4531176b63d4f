import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import { systemClock } from '@watchpost/sdk-core';
import type { Footage } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { useWatchpost } from '../player-context.tsx';
import type { PlayerController } from '../player-controller.ts';
import { pictureMoment } from './timeline-scale.ts';

interface PeekProps {
  readonly controller: PlayerController;
  readonly footage: Footage | null;
  /** Under the pointer, Unix milliseconds. */
  readonly at: number;
  /** Of the window, milliseconds. */
  readonly span: number;
  /** Pixels from the left of the line, and the line's own length. */
  readonly x: number;
  readonly width: number;
  readonly label: string;
}

/** A pointer on its way elsewhere asks for nothing. */
const restsFor = 120;
const size = { width: 200, height: 112 };

/** The recorded picture under the pointer, and its time. Where nothing was recorded, or no pictures can be made: the time. */
export function TimelinePeek({ controller, footage, at, span, x, width, label }: PeekProps): JSX.Element {
  const { client } = useWatchpost();
  const cameraId = useValue(controller.camera)?.id;
  const canvas = useRef<HTMLCanvasElement>(null);
  /** Of the picture that is shown; null before the first. */
  const [shown, setShown] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const moment = pictureMoment(footage?.recordings ?? [], at, span);
  const wanted = failed ? null : moment;

  useEffect(() => {
    if (wanted === null || cameraId === undefined) return;
    const life = new AbortController();
    const paint = async (): Promise<void> => {
      const bitmap = await createImageBitmap(await client.archive.snapshot(cameraId, wanted, { signal: life.signal }));
      if (!life.signal.aborted) {
        canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0, size.width * 2, size.height * 2);
        setShown(wanted);
      }
      bitmap.close();
    };
    const stop = systemClock.after(restsFor, () => void paint().catch(() => !life.signal.aborted && setFailed(true)));
    return () => {
      stop();
      life.abort();
    };
  }, [client, cameraId, wanted]);

  const half = wanted === null ? 36 : size.width / 2 + 4;
  const inside = Math.min(Math.max(x, half), Math.max(half, width - half));
  return (
    <span className="wp-peek" style={{ left: `${inside}px` }}>
      {wanted !== null && <canvas ref={canvas} className={shown === wanted ? 'wp-fresh' : undefined} width={size.width * 2} height={size.height * 2} />}
      <span>{label}</span>
    </span>
  );
}
