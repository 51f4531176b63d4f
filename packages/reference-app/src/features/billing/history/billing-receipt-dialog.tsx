import { formatDateTime, formatList } from '@watchpost/sdk-core';
import type { Camera, Transaction } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { cameraTitles, moneyText } from '../billing-state.ts';
import { text } from '../billing-texts.ts';
import { paidWithText, whatText } from './billing-history-rows.ts';

export interface ReceiptDialogProps {
  readonly transaction: Transaction;
  readonly cameras: readonly Pick<Camera, 'id' | 'title'>[];
  readonly onClose: () => void;
}

/** One payment with everything that is known about it. */
export function ReceiptDialog({ transaction, cameras, onClose }: ReceiptDialogProps): ReactNode {
  const { id, at, amount, currency, cameraIds, orderId } = transaction;
  const locale = currentLocale();
  const rows: readonly (readonly [string, string])[] = [
    [text('column.date'), formatDateTime(at, { locale })],
    [text('column.what'), whatText(transaction, cameras)],
    [text('receiptCameras'), cameraIds.length > 2 ? formatList(cameraTitles(cameraIds, cameras), { locale }) : ''],
    [text('column.paidWith'), paidWithText(transaction)],
    [text('receiptNumber'), orderId ?? id],
  ];
  return (
    <Dialog title={text('receipt')} onClose={onClose} footer={<Button onClick={onClose}>{text('close')}</Button>}>
      <p className="billing-receipt-sum">{moneyText({ amount: Math.abs(amount), currency })}</p>
      <dl className="billing-facts">
        {rows.map(([name, value]) =>
          value === '' ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </Dialog>
  );
}
