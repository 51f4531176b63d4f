import type { ReactNode } from 'react';

/** An entry of a menu that does something. */
export interface MenuItem {
  readonly kind: 'item';
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Smaller text under the label: why it is disabled. */
  readonly description?: string | undefined;
  /** The equivalent shortcut. */
  readonly shortcut?: string | undefined;
  readonly onAction: () => void;
}

/** A group in which exactly one option is selected. */
export interface MenuChoice {
  readonly kind: 'choice';
  readonly label: string;
  readonly chosen: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly icon?: ReactNode }[];
  readonly onChoose: (value: string) => void;
}

/** A submenu: beside its row, or in its place if it does not fit there. */
export interface MenuSubmenu {
  readonly kind: 'submenu';
  readonly label: string;
  readonly icon?: ReactNode;
  readonly entries: readonly MenuEntry[];
}

/** A row, a group of options, or a separator. */
export type MenuEntry = MenuItem | MenuChoice | MenuSubmenu | { readonly kind: 'line' };
