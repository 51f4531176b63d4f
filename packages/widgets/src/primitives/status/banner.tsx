import type { ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { AlertIcon, CloseIcon, InfoIcon, WarningIcon } from '../control-icons.tsx';
import { useLabels } from '../labels.ts';

/** Properties of `<Banner>`. */
export interface BannerProps {
  readonly kind?: 'standard' | 'warning' | 'danger' | undefined;
  readonly children: ReactNode;
  /** The remedy: one small button or link. */
  readonly action?: ReactNode;
  readonly onClose?: (() => void) | undefined;
  /** Announces it immediately; for a problem that appears while the user is on the page. */
  readonly announce?: boolean | undefined;
}

const icons = { standard: InfoIcon, warning: WarningIcon, danger: AlertIcon } as const;

/**
 * A problem that needs the user, above the part it concerns. Only one at a time.
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
      {onClose ? (
        <IconButton small label={label('close')} onClick={onClose}>
          <CloseIcon size={16} />
        </IconButton>
      ) : null}
    </div>
  );
}
