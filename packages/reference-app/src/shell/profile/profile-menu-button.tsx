import { useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';

/** What the menu needs of its button. */
export interface ProfileMenuPlace {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  /** The row that is focused first; null while the menu is closed. */
  readonly start: 'first' | 'last' | null;
  readonly onClose: () => void;
}

interface ProfileMenuButtonProps {
  readonly label: string;
  readonly face: ReactNode;
  /** The menu, once its code has loaded. */
  readonly children: (place: ProfileMenuPlace) => ReactNode;
}

/**
 * The menu's button. It stays the same element when the menu's code arrives: no press that is under way is lost, and the focus stays. A
 * press before that opens the menu once it is there.
 */
export function ProfileMenuButton({ label, face, children }: ProfileMenuButtonProps): ReactNode {
  const trigger = useRef<HTMLButtonElement>(null);
  const [start, setStart] = useState<ProfileMenuPlace['start']>(null);
  return (
    <span className="av-place">
      <button
        ref={trigger}
        type="button"
        className="av"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={start !== null}
        onClick={() => setStart(start === null ? 'first' : null)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setStart(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      >
        {face}
      </button>
      {children({ trigger, start, onClose: () => setStart(null) })}
    </span>
  );
}
