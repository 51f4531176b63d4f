import { formatDate, ownTimeZone } from '@watchpost/sdk-core';
import type { Camera, Transaction } from '@watchpost/sdk-core';
import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIsLarge } from '../../../shared/browser/media.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { useServerNow } from '../../../shared/live/capabilities.ts';
import { dayText } from '../../../shared/time/time-texts.ts';
import { IconButton } from '../../../shared/ui/button.tsx';
import { text } from '../billing-texts.ts';
import { changeText, paidWithText, whatText } from './billing-history-rows.ts';

export interface HistoryTableProps {
  readonly transactions: readonly Transaction[];
  readonly cameras: readonly Pick<Camera, 'id' | 'title'>[];
  readonly onReceipt: (transaction: Transaction) => void;
}

/** Payments, the newest first: a table, and a list on phones. */
export function HistoryTable({ transactions, cameras, onReceipt }: HistoryTableProps): ReactNode {
  const isLarge = useIsLarge();
  const now = useServerNow()();
  const day = (at: number): string => dayText(at, now, currentLocale(), ownTimeZone());
  const receipt = (transaction: Transaction): ReactNode => (
    <IconButton
      small
      label={text('receiptOf', { what: whatText(transaction, cameras), date: formatDate(transaction.at, { locale: currentLocale() }) })}
      onClick={() => onReceipt(transaction)}
    >
      <ReceiptText size={20} />
    </IconButton>
  );
  const change = (transaction: Transaction): ReactNode => (
    <span className={transaction.amount > 0 ? 'billing-amount more' : 'billing-amount'}>{changeText(transaction)}</span>
  );
  if (!isLarge)
    return (
      <ul className="billing-list" aria-label={text('history')}>
        {transactions.map((each) => (
          <li key={each.id}>
            <span className="billing-what">
              <b>{whatText(each, cameras)}</b>
              <small>{[day(each.at), paidWithText(each)].filter(Boolean).join(' · ')}</small>
            </span>
            {change(each)}
            {receipt(each)}
          </li>
        ))}
      </ul>
    );
  return (
    <table className="billing-table" aria-labelledby="billing-history">
      <thead>
        <tr>
          <th scope="col">{text('column.date')}</th>
          <th scope="col">{text('column.what')}</th>
          <th scope="col">{text('column.paidWith')}</th>
          <th scope="col">{text('column.amount')}</th>
          <th scope="col">
            <span className="visually-hidden">{text('column.receipt')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {transactions.map((each) => (
          <tr key={each.id}>
            <td>{day(each.at)}</td>
            <td>{whatText(each, cameras)}</td>
            <td>{paidWithText(each)}</td>
            <td>{change(each)}</td>
            <td>{receipt(each)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
