import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { CountBadge } from '../status/badge.tsx';

/** Properties of `<Tabs>`. */
export interface TabsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  readonly tabs: readonly {
    readonly value: Value;
    readonly label: ReactNode;
    readonly count?: number | undefined;
    readonly disabled?: boolean | undefined;
  }[];
  /** The content of the selected tab. */
  readonly children?: ReactNode;
}

/**
 * Views of one thing. Arrows, Home and End select; Tab moves into the view.
 * @example <Tabs label="Events" value={tab} onValue={setTab} tabs={[{ value: 'cloud', label: 'Cloud events' }]}>{view}</Tabs>
 */
export function Tabs<Value extends string>({ label, value, onValue, tabs, children }: TabsProps<Value>): ReactNode {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const usable = tabs.filter(({ disabled }) => !disabled);
    const at = usable.findIndex((tab) => tab.value === value);
    const step: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1 + usable.length,
      Home: 0,
      End: usable.length - 1,
    };
    const index = step[event.key];
    const next = index === undefined ? undefined : usable[index % usable.length];
    if (!next) return;
    event.preventDefault();
    onValue(next.value);
    list.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus();
  };
  return (
    <div className="wp-tabs">
      <div ref={list} className="wp-tab-list" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            className="wp-tab"
            id={`${id}-${tab.value}`}
            data-value={tab.value}
            aria-selected={tab.value === value}
            aria-controls={children === undefined ? undefined : `${id}-view`}
            tabIndex={tab.value === value ? 0 : -1}
            disabled={tab.disabled}
            onClick={() => onValue(tab.value)}
          >
            {tab.label}
            {tab.count === undefined ? null : <CountBadge count={tab.count} />}
          </button>
        ))}
      </div>
      {children === undefined ? null : (
        <div role="tabpanel" className="wp-tab-view" id={`${id}-view`} aria-labelledby={`${id}-${value}`}>
          {children}
        </div>
      )}
    </div>
  );
}
