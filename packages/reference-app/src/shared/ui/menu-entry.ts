import type { ReactNode } from 'react';

/** A row of a menu: an action, a group of which exactly one is chosen, or a line between them. */
export type MenuEntry =
  | { readonly kind: 'item'; readonly label: string; readonly icon?: ReactNode; readonly danger?: boolean; readonly onAction: () => void }
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly chosen: string;
      readonly options: readonly { readonly value: string; readonly label: string; readonly icon?: ReactNode }[];
      readonly onChoose: (value: string) => void;
    }
  | { readonly kind: 'line' };
