import { useInfiniteQuery } from '@tanstack/react-query';
import type { Webhook, WebhookDelivery } from '@watchpost/sdk-core';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Badge, Banner } from '../../../shared/ui/status.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { keys, refreshIntervalMs, useChange } from '../developers-queries.ts';
import { showError } from '../parts/developers-error.ts';
import { Loaded } from '../parts/developers-section.tsx';
import { DeliveryDialog } from './developers-delivery-dialog.tsx';
import { durationText, explanationOf, isToday, momentText } from './developers-webhook-say.ts';
import { text } from './developers-webhooks-texts.ts';

/** How often deliveries are requested while one is on its way, ms. */
const busyIntervalMs = 2_000;

export interface DeliveriesProps {
  readonly webhook: Webhook;
  readonly now: number;
  readonly onEnable: () => void;
}

/** What was sent to one endpoint, and how it answered. */
export function Deliveries({ webhook, now, onEnable }: DeliveriesProps): ReactNode {
  const { webhooks } = useClient();
  const query = useInfiniteQuery({
    queryKey: keys.deliveries(webhook.id),
    queryFn: ({ pageParam, signal }) =>
      webhooks.deliveries(webhook.id, { signal, limit: 20, ...(pageParam !== '' && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.deliveries.some((delivery) => isOnItsWay(delivery, now)) ? busyIntervalMs : refreshIntervalMs,
  });
  const [shown, setShown] = useState<WebhookDelivery | null>(null);
  const replay = useChange((id: string) => webhooks.replay(webhook.id, id), keys.deliveries(webhook.id), keys.webhooks);
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries);
  const explanation = explanationOf(
    webhook,
    deliveries?.find(({ state, attemptCount }) => state !== 'delivered' && attemptCount > 0),
  );
  return (
    <>
      {explanation === null ? null : (
        <div className="dev-explain">
          <Banner
            kind={webhook.state === 'disabled' ? 'standard' : 'danger'}
            action={
              webhook.isEnabled && webhook.state !== 'given-up' ? undefined : (
                <Button size="s" onClick={onEnable}>
                  {text('enable')}
                </Button>
              )
            }
          >
            {explanation}
          </Banner>
        </div>
      )}
      <Loaded query={{ ...query, data: deliveries }} rows={4}>
        {(all) =>
          all.length === 0 ? (
            <p className="dim dev-none">{text('noDeliveries')}</p>
          ) : (
            <DeliveryRows
              deliveries={all}
              now={now}
              url={webhook.url}
              replaying={replay.isPending ? replay.variables : null}
              onShow={setShown}
              onReplay={(id) =>
                replay.mutate(id, { onSuccess: () => showToast('success', text('replayed'), { id: 'developers' }), onError: showError })
              }
            />
          )
        }
      </Loaded>
      {query.hasNextPage ? (
        <Button look="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {text('showMore')}
        </Button>
      ) : null}
      <NotThrough webhook={webhook} deliveries={deliveries ?? []} now={now} />
      {shown ? <DeliveryDialog delivery={shown} now={now} onClose={() => setShown(null)} /> : null}
    </>
  );
}

/** An answer is about to arrive. */
function isOnItsWay({ state, nextAttemptAt }: WebhookDelivery, now: number): boolean {
  return state === 'pending' && (nextAttemptAt === null || nextAttemptAt - now < refreshIntervalMs);
}

function DeliveryRows({
  deliveries,
  now,
  url,
  replaying,
  onShow,
  onReplay,
}: {
  deliveries: readonly WebhookDelivery[];
  now: number;
  url: string;
  replaying: string | null;
  onShow: (delivery: WebhookDelivery) => void;
  onReplay: (id: string) => void;
}): ReactNode {
  const areToday = deliveries.every(({ createdAt }) => isToday(createdAt, now));
  return (
    <table className="dev-table dev-deliveries">
      <caption className="visually-hidden">{text('deliveriesOf', { url })}</caption>
      <thead>
        <tr>
          <th scope="col" className="dev-col-when">
            {text(areToday ? 'today' : 'when')}
          </th>
          <th scope="col">{text('eventColumn')}</th>
          <th scope="col">{text('answer')}</th>
          <th scope="col" className="dev-end">
            {text('took')}
          </th>
          <th scope="col" className="dev-end">
            <span className="visually-hidden">{text('replay')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => {
          const { id, event, createdAt, durationMs, state } = delivery;
          const time = momentText(createdAt, now);
          return (
            <tr key={id}>
              <td className="n dim dev-col-when">{time}</td>
              <th scope="row">
                <button type="button" className="dev-event" aria-label={text('show', { event, time })} onClick={() => onShow(delivery)}>
                  {event}
                </button>
              </th>
              <td className="dev-answer">
                <Answer delivery={delivery} />
              </td>
              <td className="dev-end n dim dev-took">{durationMs === null ? '' : durationText(durationMs)}</td>
              <td className="dev-end">
                <Button
                  size="s"
                  look={state === 'delivered' ? 'quiet' : undefined}
                  icon={<Undo2 size={16} />}
                  busy={replaying === id}
                  aria-label={text('replayOf', { event, time })}
                  onClick={() => onReplay(id)}
                >
                  {text('replay')}
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Answer({ delivery: { status, state, attemptCount } }: { delivery: WebhookDelivery }): ReactNode {
  const isGood = status !== null && status >= 200 && status < 300;
  return (
    <>
      {attemptCount === 0 ? (
        <Badge>{text('waiting')}</Badge>
      ) : (
        <Badge tone={state === 'delivered' || isGood ? 'accent' : 'danger'}>{status ?? text('noAnswer')}</Badge>
      )}
      {attemptCount > 1 ? <span className="small dim nb">{text('try', { number: attemptCount })}</span> : null}
    </>
  );
}

function NotThrough({ webhook, deliveries, now }: { webhook: Webhook; deliveries: readonly WebhookDelivery[]; now: number }): ReactNode {
  const { webhooks } = useClient();
  const { mutate, isPending } = useChange(() => webhooks.replayFailed(webhook.id), keys.deliveries(webhook.id), keys.webhooks);
  const { failedCount: count } = webhook;
  if (count === 0) return null;
  const listed = deliveries.filter(({ state }) => state !== 'delivered');
  const oldest = listed.length === count ? listed.at(-1) : undefined;
  return (
    <div className="dev-tokens">
      <p className="grow dim">
        {oldest ? text('notThroughSince', { count, time: momentText(oldest.createdAt, now) }) : text('notThrough', { count })}
      </p>
      <Button
        size="s"
        busy={isPending}
        onClick={() =>
          mutate(undefined, {
            onSuccess: (sent) => showToast('success', text('replayedAll', { count: sent }), { id: 'developers' }),
            onError: showError,
          })
        }
      >
        {count === 1 ? text('replayOne') : count === 2 ? text('replayBoth') : text('replayAll', { count })}
      </Button>
    </div>
  );
}
