import type { ComponentProps, ReactNode } from 'react';

/** A button in running text that looks like a link. */
export function LinkButton({ children, ...rest }: Omit<ComponentProps<'button'>, 'className'>): ReactNode {
  return (
    <button type="button" {...rest} className="wp-link">
      {children}
    </button>
  );
}
