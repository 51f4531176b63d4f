import { Modal } from '@watchpost/widgets/primitives';
import { useRef } from 'react';
import type { PointerEvent, ReactNode } from 'react';
import { sheetDrag } from './sheet-drag.ts';
import './modal.css';
import './sheet.css';

/** A modal from below for one-handed use: pulling or flicking its `top` down closes it; the rest scrolls. */
export function Sheet({
  label,
  onClose,
  top,
  children,
}: {
  label: string;
  onClose: () => void;
  top: ReactNode;
  children: ReactNode;
}): ReactNode {
  const grip = useRef<HTMLDivElement>(null);
  const drag = useRef<ReturnType<typeof sheetDrag> | null>(null);
  const panel = (): HTMLElement | null => grip.current?.closest('dialog') ?? null;
  const move = (offset: number): void => panel()?.style.setProperty('translate', offset === 0 ? '' : `0 ${offset}px`);
  const onPointerDown = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = sheetDrag({ y: event.clientY, at: event.timeStamp });
    panel()?.classList.add('is-dragged');
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (drag.current) move(drag.current.to({ y: event.clientY, at: event.timeStamp }));
  };
  const onPointerEnd = (event: PointerEvent): void => {
    const ended = drag.current;
    drag.current = null;
    panel()?.classList.remove('is-dragged');
    if (!ended) return;
    if (event.type === 'pointerup' && ended.closes({ y: event.clientY, at: event.timeStamp }, panel()?.offsetHeight ?? 0)) onClose();
    else move(0);
  };
  return (
    <Modal label={label} onClose={onClose} className="modal sheet">
      <div className="sheet-inner">
        <div
          className="sheet-grip"
          ref={grip}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerEnd}
          onPointerCancel={onPointerEnd}
        >
          <span className="sheet-handle" />
          {top}
        </div>
        <div className="sheet-body">{children}</div>
      </div>
    </Modal>
  );
}
