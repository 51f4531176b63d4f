import { formatDate, formatList, ownTimeZone, paymentLookAheadMs } from '@watchpost/sdk-core';
import type { BillingData } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useServerNow } from '../../shared/live/capabilities.ts';
import { cameraTitles, dateText, moneyText } from './billing-state.ts';
import { text } from './billing-texts.ts';
import { upcomingDays } from './billing-upcoming-days.ts';

/** The next charges as leaves of a calendar, one for each day. */
export function UpcomingCharges({ data: { upcomingInvoices, cameras, subscriptions } }: { readonly data: BillingData }): ReactNode {
  const now = useServerNow()();
  const days = upcomingDays(upcomingInvoices.items, ownTimeZone());
  return (
    <section aria-labelledby="billing-upcoming">
      <h2 id="billing-upcoming">{text('upcoming')}</h2>
      {days.length === 0 ? (
        <p className="billing-none">{text('upcomingEmpty')}</p>
      ) : (
        <ul className="billing-upcoming">
          {days.map(({ key, startDate, amount, cameraIds }) => {
            const titles = cameraTitles(cameraIds, cameras);
            const isOne = cameraIds.length === 1;
            const more = isOne
              ? subscriptions.find(({ cameraId }) => cameraId === cameraIds[0])?.plan.name
              : formatList(titles, { locale: currentLocale() });
            const isSoon = startDate < now + paymentLookAheadMs;
            return (
              <li key={key} className={isSoon ? 'soon' : undefined}>
                <time className="billing-leaf" dateTime={key}>
                  {leaf(startDate).map((line) => (
                    <span key={line} aria-hidden="true">
                      {line}
                    </span>
                  ))}
                  <span className="visually-hidden">{dateText(startDate)}</span>
                </time>
                <span className="billing-what">
                  <b>{isOne ? titles[0] : text('cameras', { count: cameraIds.length })}</b>
                  {more ? <small>{more}</small> : null}
                </span>
                <b className="billing-amount">{moneyText({ amount, currency: upcomingInvoices.currency })}</b>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

/** The day and its month: both languages put the day first. */
function leaf(time: number): readonly string[] {
  const [day = '', ...month] = formatDate(time, { locale: currentLocale(), month: 'short' }).split(' ');
  return [day, month.join(' ')];
}
