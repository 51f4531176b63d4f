import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import './button.css';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'primary' | 'quiet' | 'danger';
  readonly size?: 's' | 'l';
  readonly wide?: boolean;
  /** Shows a loader in place of the icon and ignores clicks; the button stays focusable. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

/** The class names of a button, for links that look like one. */
export function buttonClass({ look, size, wide }: Pick<ButtonProps, 'look' | 'size' | 'wide'>): string {
  return ['btn', look, size, wide ? 'wide' : undefined].filter(Boolean).join(' ');
}

export function Button({ look, size, wide, busy, icon, children, onClick, type = 'button', ...rest }: ButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={buttonClass({ ...(look && { look }), ...(size && { size }), ...(wide && { wide }) })}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <LoaderCircle className="spin" size={size === 'l' ? 20 : 18} /> : icon}
      {children}
    </button>
  );
}

/** A button of one icon; `label` is what it does. */
export function IconButton({ label, small, children, ...rest }: ComponentProps<'button'> & { label: string; small?: boolean }): ReactNode {
  return (
    <button type="button" {...rest} className={small ? 'ib s' : 'ib'} aria-label={label} title={label}>
      {children}
    </button>
  );
}
