import type { ReactNode } from 'react';

export interface MenuItem {
  readonly kind: 'item';
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** The key that does the same. */
  readonly shortcut?: string | undefined;
  readonly onAction: () => void;
}

/** A group of which exactly one is chosen. */
export interface MenuChoice {
  readonly kind: 'choice';
  readonly label: string;
  readonly chosen: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly icon?: ReactNode }[];
  readonly onChoose: (value: string) => void;
}

/** Rows behind a row: beside it, or in its place where there is no room. */
export interface MenuSubmenu {
  readonly kind: 'submenu';
  readonly label: string;
  readonly icon?: ReactNode;
  readonly entries: readonly MenuEntry[];
}

/** A row of a menu, a group of rows, or a line between them. */
export type MenuEntry = MenuItem | MenuChoice | MenuSubmenu | { readonly kind: 'line' };
