import { systemClock } from '@watchpost/sdk-core';
import type { PtzAbilities } from '@watchpost/sdk-core';
import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';
import { useEffect, useRef, useState } from 'react';
import type { PointerEvent, ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import type { PtzGestureController } from './inputs/ptz-gesture-controller.ts';
import { rest, velocityOfDrag } from './inputs/ptz-inputs.ts';

interface StageProps {
  readonly cameraId: string;
  readonly abilities: PtzAbilities;
  readonly controller: PtzGestureController;
  readonly speed: number;
  readonly disabled: boolean;
  readonly children: ReactNode;
}

interface Drag {
  /** Position from the stage's corner, px. */
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

/** How long a turn of the wheel zooms, ms. */
const wheelZoomMs = 250;

/** The live picture; dragging over it turns the camera, like buttons and keys. */
export function PtzStage({ cameraId, abilities, controller, speed, disabled, children }: StageProps): ReactNode {
  const [drag, setDrag] = useState<Drag | null>(null);
  const board = useRef<HTMLDivElement>(null);
  const canTurn = abilities.canPan || abilities.canTilt;
  useWheel(board, disabled || !abilities.canZoom, controller, speed);

  const follow = (event: PointerEvent, from?: Drag['from']): void => {
    const box = board.current?.getBoundingClientRect();
    if (!box) return;
    const to = { x: event.clientX - box.left, y: event.clientY - box.top };
    const begun = from ?? drag?.from ?? to;
    setDrag({ from: begun, to });
    controller.hold('drag', velocityOfDrag(to.x - begun.x, to.y - begun.y, reachOf(box)));
  };
  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    if (disabled || !canTurn || event.button !== 0 || drag) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const box = event.currentTarget.getBoundingClientRect();
    follow(event, { x: event.clientX - box.left, y: event.clientY - box.top });
  };
  const end = (): void => {
    if (!drag) return;
    setDrag(null);
    controller.hold('drag', rest);
  };

  return (
    <div className="ptz-stage">
      <div inert>
        <WatchpostProvider client={useClient()} locale={currentLocale()}>
          <CameraPlayer cameraId={cameraId} time="live" controls={false} report="server" autoplay muted />
        </WatchpostProvider>
      </div>
      <div
        ref={board}
        className={canTurn && !disabled ? 'ptz-board on' : 'ptz-board'}
        onPointerDown={begin}
        onPointerMove={(event) => drag && follow(event)}
        onPointerUp={end}
        onPointerCancel={end}
        onLostPointerCapture={end}
      >
        {drag ? <DragMark {...drag} /> : null}
      </div>
      {children}
    </div>
  );
}

/** Returns the distance of full speed, px: a third of the picture, and within a thumb's reach. */
function reachOf({ width, height }: DOMRect): number {
  return Math.min(width, height) / 2.5;
}

function DragMark({ from, to }: Drag): ReactNode {
  return (
    <svg className="ptz-mark" aria-hidden="true">
      <circle cx={from.x} cy={from.y} r="6" />
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      <circle cx={to.x} cy={to.y} r="18" className="ptz-knob" />
    </svg>
  );
}

/** Listens to the wheel actively: React listens passively, and the page would scroll. */
function useWheel(board: { readonly current: HTMLElement | null }, isOff: boolean, controller: PtzGestureController, speed: number): void {
  useEffect(() => {
    const { current } = board;
    if (!current || isOff) return;
    let cancel: () => void = () => undefined;
    const release = (): void => controller.hold('wheel', rest);
    const onWheel = (event: WheelEvent): void => {
      if (event.deltaY === 0) return;
      event.preventDefault();
      cancel();
      controller.hold('wheel', { ...rest, zoom: event.deltaY < 0 ? speed : -speed });
      cancel = systemClock.after(wheelZoomMs, release);
    };
    current.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      current.removeEventListener('wheel', onWheel);
      cancel();
      release();
    };
  }, [board, isOff, controller, speed]);
}
