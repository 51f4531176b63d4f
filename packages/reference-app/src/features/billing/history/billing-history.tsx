import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { errorText } from '@watchpost/sdk-core';
import type { Camera, Transaction } from '@watchpost/sdk-core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Segmented, Select } from '../../../shared/ui/choice.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../../shared/ui/status.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { useIsLarge } from '../../../shared/browser/media.ts';
import { text } from '../billing-texts.ts';
import { downloadHistory } from './billing-history-csv.ts';
import { HistoryTable } from './billing-history-table.tsx';
import { ReceiptDialog } from './billing-receipt-dialog.tsx';

const kinds = ['all', 'top-up', 'charge', 'credit', 'refund'] as const;
type Kind = (typeof kinds)[number];

export interface PaymentHistoryProps {
  readonly cameras: readonly Camera[];
  /** Minor units; with another balance the history has changed. */
  readonly balance: number;
}

/** What moved the balance, by kind, page by page, and as a file. */
export function PaymentHistory({ cameras, balance }: PaymentHistoryProps): ReactNode {
  const client = useClient();
  const isLarge = useIsLarge();
  const [kind, setKind] = useState<Kind>('all');
  const [receipt, setReceipt] = useState<Transaction | null>(null);
  const filter = kind === 'all' ? {} : { kind };
  const query = useInfiniteQuery({
    queryKey: ['billing', 'transactions', kind, balance],
    queryFn: ({ pageParam, signal }): Promise<{ transactions: Transaction[]; next: string | null }> =>
      client.billing.transactions.list({ ...filter, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const csv = useMutation({
    mutationFn: () => downloadHistory(client, filter, cameras),
    onError: (error) => showToast('error', text('downloadFailed'), { id: 'history', text: errorText(error, currentLocale()) }),
  });
  const transactions = query.data?.pages.flatMap((page) => page.transactions);
  const options = kinds.map((value) => ({ value, label: text(`kinds.${value}`) }));
  return (
    <section className="billing-history" aria-labelledby="billing-history">
      <div className="billing-head">
        <h2 id="billing-history">{text('history')}</h2>
        <Button
          look="quiet"
          size="s"
          icon={<Download size={16} />}
          busy={csv.isPending}
          disabled={transactions === undefined || transactions.length === 0}
          aria-label={text('download')}
          onClick={() => csv.mutate()}
        >
          {text('csv')}
        </Button>
      </div>
      <div className="billing-filter">
        {isLarge ? (
          <Segmented small label={text('filter')} value={kind} onValue={setKind} options={options} />
        ) : (
          <Select
            label={text('filter')}
            value={kind}
            onValue={(value) => setKind(kinds.find((each) => each === value) ?? 'all')}
            options={options}
          />
        )}
      </div>
      <div aria-busy={query.isPending || query.isPlaceholderData}>
        {transactions === undefined ? (
          query.error ? (
            <EmptyState broken compact level="b" title={text('historyFailed')} text={errorText(query.error, currentLocale())}>
              <Button size="s" busy={query.isFetching} onClick={() => void query.refetch()}>
                {text('retry')}
              </Button>
            </EmptyState>
          ) : (
            [0, 1, 2, 3].map((row) => <Skeleton key={row} kind="row" />)
          )
        ) : transactions.length === 0 ? (
          <EmptyState
            compact
            level="b"
            title={text(kind === 'all' ? 'historyEmpty' : 'historyEmptyFiltered')}
            text={text(kind === 'all' ? 'historyEmptyText' : 'historyEmptyFilteredText')}
          >
            {kind === 'all' ? null : (
              <Button size="s" onClick={() => setKind('all')}>
                {text('all')}
              </Button>
            )}
          </EmptyState>
        ) : (
          <HistoryTable transactions={transactions} cameras={cameras} onReceipt={setReceipt} />
        )}
      </div>
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {text('more')}
        </Button>
      ) : null}
      {receipt ? <ReceiptDialog transaction={receipt} cameras={cameras} onClose={() => setReceipt(null)} /> : null}
    </section>
  );
}
