import { buildPaymentMethod, buildTransaction } from '@watchpost/sdk-core/testing';
import { PaymentMethods } from '../features/billing/billing-methods.tsx';
import { RemoveCardDialog } from '../features/billing/billing-remove-card-dialog.tsx';
import { ReceiptDialog } from '../features/billing/history/billing-receipt-dialog.tsx';
import type { ModalOverlay, PopperOverlay } from './overlay-types.ts';

/** The modals and poppers of payments. */
export const billingOverlays: readonly (ModalOverlay | PopperOverlay)[] = [
  {
    kind: 'popper',
    file: 'features/billing/billing-methods.tsx',
    name: 'actions of a card',
    render: () => <PaymentMethods methods={[buildPaymentMethod()]} />,
  },
  {
    kind: 'modal',
    file: 'features/billing/billing-remove-card-dialog.tsx',
    name: 'remove a card',
    render: (onClose) => <RemoveCardDialog method={buildPaymentMethod()} isOnly onClose={onClose} />,
  },
  {
    kind: 'modal',
    file: 'features/billing/history/billing-receipt-dialog.tsx',
    name: 'receipt',
    render: (onClose) => <ReceiptDialog transaction={buildTransaction()} cameras={[]} onClose={onClose} />,
  },
];
