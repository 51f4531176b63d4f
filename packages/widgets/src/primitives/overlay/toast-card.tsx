import type { JSX, ReactNode } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { AlertIcon, BellIcon, CloseIcon, DoneIcon, InfoIcon, WarningIcon } from '../control-icons.tsx';
import { useLabels } from '../labels.ts';

/** What a toast is about. */
export type ToastKind = 'default' | 'info' | 'success' | 'warning' | 'error';

/** Properties of `<ToastCard>`. */
export interface ToastCardProps {
  readonly kind: ToastKind;
  readonly title: string;
  readonly text?: string | undefined;
  readonly action?: { readonly label: string; readonly onAction: () => void } | undefined;
  /** Called on a press on the text; without it a press does nothing. */
  readonly onOpen?: (() => void) | undefined;
  readonly onClose: () => void;
}

const icons: Record<ToastKind, (props: { readonly className?: string }) => JSX.Element> = {
  default: BellIcon,
  info: InfoIcon,
  success: DoneIcon,
  warning: WarningIcon,
  error: AlertIcon,
};

/** A temporary notice in the corner. The icon shows the kind, the background stays neutral. It is a polite live region; an error interrupts. */
export function ToastCard({ kind, title, text, action, onOpen, onClose }: ToastCardProps): ReactNode {
  const label = useLabels();
  const Icon = icons[kind];
  const content = (
    <>
      <b className="wp-toast-title">{title}</b>
      {text ? <span className="wp-toast-text">{text}</span> : null}
    </>
  );
  return (
    <div className={`wp-toast wp-toast-${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      <Icon className="wp-toast-icon" />
      <div className="wp-toast-body">
        {onOpen ? (
          <button type="button" className="wp-toast-open" onClick={onOpen}>
            {content}
          </button>
        ) : (
          content
        )}
        {action ? (
          <button type="button" className="wp-link wp-toast-action" onClick={action.onAction}>
            {action.label}
          </button>
        ) : null}
      </div>
      <IconButton small label={label('close')} onClick={onClose}>
        <CloseIcon size={16} />
      </IconButton>
    </div>
  );
}
