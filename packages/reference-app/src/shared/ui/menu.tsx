import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, Header, Menu as AriaMenu, MenuItem as AriaMenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components';
import './menu.css';

/** A button that opens a menu. `className` is the button's look. */
export function Menu({ label, className, button, top, children, placement = 'bottom end' }: {
  label: string;
  className: string;
  button: ReactNode;
  /** Shown above the items, not selectable. */
  top?: ReactNode;
  children: ReactNode;
  placement?: 'bottom end' | 'top end' | 'bottom start';
}): ReactNode {
  return (
    <MenuTrigger>
      <AriaButton className={className} aria-label={label}>
        {button}
      </AriaButton>
      <Popover className="menu-popover" placement={placement} offset={6}>
        {top}
        <AriaMenu className="menu" aria-label={label}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

export function MenuItem({ icon, children, onAction, danger = false }: { icon?: ReactNode; children: string; onAction: () => void; danger?: boolean }): ReactNode {
  return (
    <AriaMenuItem className={danger ? 'menu-item bad' : 'menu-item'} onAction={onAction} textValue={children}>
      {icon}
      {children}
    </AriaMenuItem>
  );
}

/** A group of which exactly one is chosen. */
export function MenuChoice<Value extends string>({ label, options, chosen, onChoose }: {
  label: string;
  options: readonly { readonly value: Value; readonly label: string; readonly icon?: ReactNode }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}): ReactNode {
  return (
    <MenuSection
      className="menu-section"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        const option = keys === 'all' ? undefined : options.find(({ value }) => keys.has(value));
        if (option) onChoose(option.value);
      }}
    >
      <Header className="menu-header">{label}</Header>
      {options.map(({ value, label: text, icon }) => (
        <AriaMenuItem key={value} id={value} className="menu-item" textValue={text}>
          {icon}
          {text}
          {value === chosen ? <Check className="check" size={16} /> : null}
        </AriaMenuItem>
      ))}
    </MenuSection>
  );
}

export function MenuLine(): ReactNode {
  return <Separator className="menu-line" />;
}
