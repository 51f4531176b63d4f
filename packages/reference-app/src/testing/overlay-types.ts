import type { ReactNode } from 'react';

interface OverlayBase {
  /** The source that shows it, relative to `src/`. */
  readonly file: string;
  /** Distinguishes overlays in the same file. */
  readonly name: string;
}

/** A modal, rendered open. */
export interface ModalOverlay extends OverlayBase {
  readonly kind: 'modal';
  readonly render: (onClose: () => void) => ReactNode;
  /** Exceptions from the rules; the suites of the primitives define the choices. */
  readonly rules?: {
    readonly persistent?: true;
    readonly closeOnBackdrop?: false;
    readonly closeButton?: 'none' | 'disabled';
    readonly returnFocus?: false;
  };
}

/** A trigger with its closed popper; a press on the trigger opens it. */
export interface PopperOverlay extends OverlayBase {
  readonly kind: 'popper';
  readonly render: () => ReactNode;
}
