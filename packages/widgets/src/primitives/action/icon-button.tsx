import type { ComponentProps, ReactNode } from 'react';

/** Properties of `<IconButton>`. */
export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'aria-label'> {
  /** Its action, for screen readers and the tooltip. */
  readonly label: string;
  readonly small?: boolean | undefined;
}

/** Class names of an icon button, for links that look like one. */
export function iconButtonClass({ small = false }: { readonly small?: boolean } = {}): string {
  return small ? 'wp-icon-button wp-icon-button-s' : 'wp-icon-button';
}

/**
 * A button with only an icon.
 * @example <IconButton label="Close" onClick={close}><X size={20} /></IconButton>
 */
export function IconButton({ label, small = false, children, ...rest }: IconButtonProps): ReactNode {
  return (
    <button type="button" title={label} {...rest} className={iconButtonClass({ small })} aria-label={label}>
      {children}
    </button>
  );
}
