import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';

const BillingContext = createContext(false);

/** Provides whether plans are sold here. Without them nothing of payments is shown anywhere. */
export function BillingProvider({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }): ReactNode {
  return <BillingContext value={isShown}>{children}</BillingContext>;
}

export function useBillingShown(): boolean {
  return useContext(BillingContext);
}
