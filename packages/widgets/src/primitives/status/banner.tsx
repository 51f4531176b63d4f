import type { ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { AlertIcon, CloseIcon, InfoIcon, WarningIcon } from '../control-icons.tsx';
import { useLabels } from '../labels.ts';

export interface BannerProps {
  readonly kind?: 'standard' | 'warning' | 'danger' | undefined;
  readonly children: ReactNode;
  /** The way out: one small button or link. */
  readonly action?: ReactNode;
  readonly onClose?: (() => void) | undefined;
  /** Says it at once, for what came while the person was here. */
  readonly announce?: boolean | undefined;
}

const icons = { standard: InfoIcon, warning: WarningIcon, danger: AlertIcon } as const;

/**
 * What needs a person, above what it is about. One in view.
 * @example <Banner kind="warning" action={<Button size="s">Pay</Button>}>Service until 24 November</Banner>
 */
export function Banner({ kind = 'standard', children, action, onClose, announce = false }: BannerProps): ReactNode {
  const label = useLabels();
  const Icon = icons[kind];
  return (
    <div className={`wp-banner wp-banner-${kind}`} role={announce ? (kind === 'danger' ? 'alert' : 'status') : undefined}>
      <Icon />
      <div className="wp-banner-text">{children}</div>
      {action ? <div className="wp-banner-action">{action}</div> : null}
      {onClose ? <IconButton small label={label('close')} onClick={onClose}><CloseIcon size={16} /></IconButton> : null}
    </div>
  );
}
