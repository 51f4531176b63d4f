import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { MotionConflictDialog } from '../features/camera-settings/camera-settings-conflict-dialog.tsx';
import { ConflictPopper } from '../features/smart-events/smart-events-conflict-popper.tsx';
import { LeaveDetectionDialog } from '../features/smart-events/smart-events-leave-dialog.tsx';
import { TelegramDialog } from '../features/telegram/telegram-dialog.tsx';
import type { ModalOverlay, PopperOverlay } from './overlay-types.ts';

const nothing = (): void => {};

/** The prompt with a trigger of its own: in the product, the server's answer opens it. */
function PromptedSwitch(): ReactNode {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" ref={trigger} aria-expanded={isOpen} onClick={() => setOpen(true)}>
        Line crossing
      </button>
      <ConflictPopper
        type="lineCrossing"
        conflicts={isOpen ? ['motion'] : []}
        trigger={trigger}
        onTurnOff={nothing}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

/** The modals and poppers of smart events and of the Telegram bot. */
export const smartEventOverlays: readonly (ModalOverlay | PopperOverlay)[] = [
  {
    kind: 'modal',
    file: 'features/camera-settings/camera-settings-conflict-dialog.tsx',
    name: 'motion replaces a detection',
    render: (onClose) => <MotionConflictDialog others={['lineCrossing']} onTurnOff={nothing} onClose={onClose} />,
  },
  {
    kind: 'popper',
    file: 'features/smart-events/smart-events-conflict-popper.tsx',
    name: 'a detection replaces motion',
    render: () => <PromptedSwitch />,
  },
  {
    kind: 'modal',
    file: 'features/smart-events/smart-events-leave-dialog.tsx',
    name: 'leave a changed detection',
    render: (onClose) => <LeaveDetectionDialog type="intrusion" onStay={onClose} onLeave={nothing} />,
  },
  {
    kind: 'modal',
    file: 'features/telegram/telegram-dialog.tsx',
    name: 'link a Telegram chat',
    render: (onClose) => <TelegramDialog onClose={onClose} />,
  },
];
