import { useRef } from 'react';
import type { PointerEvent, ReactNode } from 'react';
import { CheckIcon, ChevronRightIcon } from '../control-icons.tsx';
import type { MenuChoice, MenuEntry, MenuSubmenu } from './menu-entry.ts';
import { Popper } from '../overlay/popper.tsx';

export interface OpenSubmenu {
  readonly label: string;
  /** The pointer only previews a submenu; a key or a press moves into it. */
  readonly start: 'first' | 'none';
}

/** Shared by the rows of one level. */
export interface MenuLevel {
  /** The submenu that is open beside its row. */
  readonly beside: OpenSubmenu | null;
  readonly onBeside: (submenu: OpenSubmenu | null) => void;
  readonly onInstead: (submenu: MenuSubmenu) => void;
  readonly onChoose: (action: () => void) => void;
  /** The pointer is over a row: the focus follows it. */
  readonly onPoint: (event: PointerEvent<HTMLElement>) => void;
  readonly renderSubmenu: (submenu: MenuSubmenu, start: 'first' | 'none', onClose: () => void) => ReactNode;
}

export function MenuRows({ entries, level }: { readonly entries: readonly MenuEntry[]; readonly level: MenuLevel }): ReactNode {
  return entries.map((entry, index) => {
    switch (entry.kind) {
      case 'line':
        return <hr key={index} className="wp-menu-line" />;
      case 'item':
        return <MenuRow key={index} {...entry} level={level} onPress={() => level.onChoose(entry.onAction)} />;
      case 'submenu':
        return <SubmenuRow key={index} entry={entry} level={level} />;
      case 'choice':
        return <ChoiceRows key={index} entry={entry} level={level} />;
    }
  });
}

/** One row: an action, or an option if `checked` is set. */
export function MenuRow({
  label,
  icon,
  danger = false,
  disabled = false,
  description,
  back = false,
  shortcut,
  checked,
  level,
  onPress,
}: {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly description?: string | undefined;
  /** Returns to the previous level. */
  readonly back?: boolean;
  readonly shortcut?: string | undefined;
  readonly checked?: boolean;
  readonly level: MenuLevel;
  readonly onPress: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      aria-disabled={disabled || undefined}
      aria-keyshortcuts={shortcut}
      tabIndex={-1}
      data-name={label}
      className={['wp-menu-row', danger && 'wp-menu-danger', back && 'wp-menu-back'].filter(Boolean).join(' ')}
      onPointerMove={disabled ? undefined : level.onPoint}
      onFocus={() => level.onBeside(null)}
      onClick={disabled ? undefined : onPress}
    >
      {icon}
      <span className="wp-menu-label">
        {label}
        {description ? <span className="wp-menu-description"> {description}</span> : null}
      </span>
      {shortcut ? <kbd className="wp-menu-key">{shortcut}</kbd> : null}
      {checked ? <CheckIcon size={16} className="wp-menu-check" /> : null}
    </button>
  );
}

function ChoiceRows({ entry, level }: { entry: MenuChoice; level: MenuLevel }): ReactNode {
  return (
    <div role="group" aria-label={entry.label} className="wp-menu-group">
      <div className="wp-menu-header" aria-hidden="true">
        {entry.label}
      </div>
      {entry.options.map(({ value, label, icon }) => (
        <MenuRow
          key={value}
          label={label}
          icon={icon}
          checked={value === entry.chosen}
          level={level}
          onPress={() => level.onChoose(() => entry.onChoose(value))}
        />
      ))}
    </div>
  );
}

function SubmenuRow({ entry, level }: { entry: MenuSubmenu; level: MenuLevel }): ReactNode {
  const row = useRef<HTMLButtonElement>(null);
  const shown = level.beside?.label === entry.label ? level.beside : null;
  const open = shown !== null;
  const close = (): void => level.onBeside(null);
  return (
    <>
      <button
        ref={row}
        type="button"
        role="menuitem"
        aria-haspopup="menu"
        aria-expanded={open}
        tabIndex={-1}
        data-name={entry.label}
        className="wp-menu-row"
        onFocus={() => {
          if (!open) close();
        }}
        onPointerMove={(event) => {
          level.onPoint(event);
          if (event.pointerType !== 'touch' && hasRoomBeside() && !open) level.onBeside({ label: entry.label, start: 'none' });
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowRight') return;
          event.preventDefault();
          event.stopPropagation();
          openFrom();
        }}
        onClick={openFrom}
      >
        {entry.icon}
        <span className="wp-menu-label">{entry.label}</span>
        <ChevronRightIcon size={16} className="wp-menu-more" />
      </button>
      <Popper open={open} onClose={close} trigger={row} placement="right-start" offset={2} persistent>
        {level.renderSubmenu(entry, shown?.start ?? 'none', close)}
      </Popper>
    </>
  );

  function openFrom(): void {
    if (hasRoomBeside()) level.onBeside({ label: entry.label, start: 'first' });
    else level.onInstead(entry);
  }
}

/** On a phone the rows of a submenu replace the others. */
function hasRoomBeside(): boolean {
  return innerWidth > 768;
}
