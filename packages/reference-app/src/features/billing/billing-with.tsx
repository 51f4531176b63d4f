import type { ReactNode } from 'react';
import { useBillingState } from './billing-state.ts';
import './billing.css';

/** Shows its content only where plans are sold. */
export function WithBilling({ disabled, children }: { readonly disabled: ReactNode; readonly children: ReactNode }): ReactNode {
  return useBillingState().kind === 'disabled' ? disabled : children;
}
