import type { JSX } from 'react';
import { Tooltip } from '../../../../primitives/overlay/tooltip.tsx';
import { ControlIcon } from '../control-icons.tsx';
import type { ControlIconName } from '../control-icons.tsx';

export interface BarButtonProps {
  readonly icon: ControlIconName;
  readonly label: string;
  /** The equivalent shortcut. */
  readonly shortcut?: string | undefined;
  /** Text beside the icon, if it fits. */
  readonly text?: string | undefined;
  /** Show it only in a wide or only in a narrow player; by default in both. */
  readonly only?: 'wide' | 'narrow' | undefined;
  readonly pressed?: boolean | undefined;
  readonly onClick: () => void;
}

/** A button of the bar, with a tooltip that shows its name and shortcut. */
export function BarButton({ icon, label, shortcut, text, only, pressed, onClick }: BarButtonProps): JSX.Element {
  return (
    <Tooltip text={label} shortcut={shortcut} placement="top">
      <button
        type="button"
        className={barClass(only)}
        aria-label={text === undefined ? label : `${label}, ${text}`}
        aria-keyshortcuts={shortcut}
        aria-pressed={pressed}
        onClick={onClick}
      >
        <ControlIcon name={icon} />
        {text !== undefined && <span className="wp-pb-text">{text}</span>}
      </button>
    </Tooltip>
  );
}

export function barClass(only?: 'wide' | 'narrow', more = ''): string {
  return `wp-pb${only ? ` wp-${only}` : ''}${more && ` ${more}`}`;
}
