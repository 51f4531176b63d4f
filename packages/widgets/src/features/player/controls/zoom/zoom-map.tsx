import { systemClock } from '@watchpost/sdk-core';
import { useEffect, useRef } from 'react';
import type { JSX, PointerEvent } from 'react';
import { useValue } from '../../../../element/use-value.ts';
import { useControls } from '../control-context.tsx';
import { sizeOf } from '../picture/snapshot.ts';

/** Milliseconds between two updates: the map shows where you are, not what happens. */
const drawIntervalMs = 400;
const mapWidth = 144;

/** A mini-map with the visible part; press or drag to move. The keyboard has the arrows. */
export function ZoomMap(): JSX.Element | null {
  const { model } = useControls();
  const { scale, x, y } = useValue(model.view);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isShown = scale > 1;
  useEffect(() => {
    if (!isShown) return;
    let stop = (): void => {};
    const draw = (): void => {
      stop = systemClock.after(drawIntervalMs, draw);
      const map = canvas.current;
      const picture = model.controller.picture();
      const { width, height } = sizeOf(picture);
      if (!map || width === 0) return;
      const rows = Math.round((mapWidth * height) / width);
      if (map.height !== rows) map.height = rows;
      map.getContext('2d')?.drawImage(picture, 0, 0, map.width, map.height);
    };
    draw();
    return () => stop();
  }, [model, isShown]);
  if (!isShown) return null;
  const look = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons === 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    model.setView({ scale, x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height });
  };
  const percent = (share: number): string => `${share * 100}%`;
  return (
    <div className="wp-over wp-map" aria-hidden="true" onPointerDown={look} onPointerMove={look}>
      <canvas ref={canvas} width={mapWidth} height={81} />
      <div
        className="wp-map-view"
        style={{ left: percent(x - 0.5 / scale), top: percent(y - 0.5 / scale), width: percent(1 / scale), height: percent(1 / scale) }}
      />
    </div>
  );
}
