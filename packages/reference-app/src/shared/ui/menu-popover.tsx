import { Check } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { Header, Menu, MenuItem, MenuSection, Popover, Separator } from 'react-aria-components';
import type { MenuEntry } from './menu-entry.ts';

/** The open menu: placement, arrow keys, type-ahead and the way back to the button are React Aria's. */
export function MenuPopover({ label, trigger, top, entries, onClose }: {
  label: string;
  trigger: RefObject<HTMLButtonElement | null>;
  top?: ReactNode;
  entries: readonly MenuEntry[];
  onClose: () => void;
}): ReactNode {
  return (
    <Popover
      className="menu-popover"
      aria-label={label}
      triggerRef={trigger}
      placement="bottom end"
      offset={6}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      {top}
      <Menu className="menu" aria-label={label} autoFocus="first" onClose={onClose}>
        {entries.map((entry, index) => (
          <Entry key={index} entry={entry} />
        ))}
      </Menu>
    </Popover>
  );
}

function Entry({ entry }: { entry: MenuEntry }): ReactNode {
  if (entry.kind === 'line') return <Separator className="menu-line" />;
  if (entry.kind === 'item') {
    return (
      <MenuItem className={entry.danger ? 'menu-item bad' : 'menu-item'} onAction={entry.onAction} textValue={entry.label}>
        {entry.icon}
        {entry.label}
      </MenuItem>
    );
  }
  return (
    <MenuSection
      className="menu-section"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[entry.chosen]}
      onSelectionChange={(keys) => {
        const option = keys === 'all' ? undefined : entry.options.find(({ value }) => keys.has(value));
        if (option) entry.onChoose(option.value);
      }}
    >
      <Header className="menu-header">{entry.label}</Header>
      {entry.options.map(({ value, label, icon }) => (
        <MenuItem key={value} id={value} className="menu-item" textValue={label}>
          {icon}
          {label}
          {value === entry.chosen ? <Check className="check" size={16} /> : null}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
