import type { ComponentProps, ReactNode } from 'react';
import { LoaderIcon } from '../control-icons.tsx';

/** Properties of `<Button>`. */
export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** Default: secondary. */
  readonly look?: ButtonLook | undefined;
  readonly size?: 's' | 'l' | undefined;
  readonly wide?: boolean | undefined;
  /** Shows a spinner in place of the icon and ignores clicks; the button stays focusable and keeps its width. */
  readonly busy?: boolean | undefined;
  readonly icon?: ReactNode;
}

/** How a button looks: what matters most, what doesn't, what destroys. */
export type ButtonLook = 'primary' | 'quiet' | 'danger' | 'danger-quiet';

/** Class names of a button, for links that look like one. */
export function buttonClass({ look, size, wide }: Pick<ButtonProps, 'look' | 'size' | 'wide'> = {}): string {
  return ['wp-button', look && `wp-button-${look}`, size && `wp-button-${size}`, wide && 'wp-button-wide'].filter(Boolean).join(' ');
}

/**
 * A button; its `type` is "button" unless set to "submit".
 * @example <Button look="primary" icon={<Plus />} onClick={add}>Add camera</Button>
 */
export function Button({ look, size, wide, busy = false, icon, children, onClick, type = 'button', ...rest }: ButtonProps): ReactNode {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      className={buttonClass({ look, size, wide })}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <LoaderIcon /> : icon}
      {/* Without an icon the spinner covers the text, so that the width stays. */}
      {busy && !icon ? <span className="wp-button-text">{children}</span> : children}
    </button>
  );
}
