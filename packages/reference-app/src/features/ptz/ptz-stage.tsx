import type { PtzAbilities } from '@watchpost/sdk-core';
import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';
import { useEffect, useRef, useState } from 'react';
import type { PointerEvent, ReactNode } from 'react';
import { browserClock } from '../../shared/browser/clock.ts';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import type { PtzHand } from './inputs/ptz-hand.ts';
import { rest, velocityOfDrag } from './inputs/ptz-inputs.ts';

interface StageProps {
  readonly cameraId: string;
  readonly abilities: PtzAbilities;
  readonly hand: PtzHand;
  readonly speed: number;
  readonly disabled: boolean;
  readonly children: ReactNode;
}

interface Drag {
  /** Pixels from the stage's corner. */
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

/** A turn of the wheel zooms for so long, ms. */
const wheelTime = 250;

/** The live picture; dragged over, the camera turns that way. Buttons and keys do the same. */
export function PtzStage({ cameraId, abilities, hand, speed, disabled, children }: StageProps): ReactNode {
  const [drag, setDrag] = useState<Drag | null>(null);
  const board = useRef<HTMLDivElement>(null);
  const canTurn = abilities.canPan || abilities.canTilt;
  useWheel(board, disabled || !abilities.canZoom, hand, speed);

  const follow = (event: PointerEvent, from?: Drag['from']): void => {
    const box = board.current?.getBoundingClientRect();
    if (!box) return;
    const to = { x: event.clientX - box.left, y: event.clientY - box.top };
    const begun = from ?? drag?.from ?? to;
    setDrag({ from: begun, to });
    hand.hold('drag', velocityOfDrag(to.x - begun.x, to.y - begun.y, reachOf(box)));
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
    hand.hold('drag', rest);
  };

  return (
    <div className="ptz-stage">
      <div inert>
        <WatchpostProvider client={useClient()} locale={currentLocale()}>
          <CameraPlayer cameraId={cameraId} time="live" controls={false} autoplay muted />
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

/** Full speed lies so far from where the drag began, pixels: a third of the picture, and within the reach of a thumb. */
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

/** React listens to wheels passively: the page would scroll along. */
function useWheel(board: { readonly current: HTMLElement | null }, isOff: boolean, hand: PtzHand, speed: number): void {
  useEffect(() => {
    const { current } = board;
    if (!current || isOff) return;
    let cancel: () => void = () => undefined;
    const letGo = (): void => hand.hold('wheel', rest);
    const onWheel = (event: WheelEvent): void => {
      if (event.deltaY === 0) return;
      event.preventDefault();
      cancel();
      hand.hold('wheel', { ...rest, zoom: event.deltaY < 0 ? speed : -speed });
      cancel = browserClock.after(wheelTime, letGo);
    };
    current.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      current.removeEventListener('wheel', onWheel);
      cancel();
      letGo();
    };
  }, [board, isOff, hand, speed]);
}
