import { formatBytes, formatDate, formatNumber, ownTimeZone } from '@watchpost/sdk-core';
import type { OperatorOverview } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { RichText } from '../../shared/i18n/rich-text.tsx';
import { text } from './operator-texts.ts';

type StorageFacts = OperatorOverview['storage'];
const dayMs = 86_400_000;

/** How full the disk is, and when it will be full at the rate of the last days. */
export function Storage({ storage, now }: { readonly storage: StorageFacts; readonly now: number }): ReactNode {
  const locale = currentLocale();
  const size = (bytes: number): string => formatBytes(bytes, { locale });
  const { totalBytes, freeBytes, limitBytes, footageBytes, recordedBytesPerDay, fullAt } = storage;
  return (
    <section>
      <div className="operator-head">
        <h2>{text('storage')}</h2>
      </div>
      <p className="operator-big">{sayLeft(storage, now)}</p>
      <p className="small dim">
        {text('used', { used: size(totalBytes - freeBytes), total: size(totalBytes), perDay: size(recordedBytesPerDay) })}
      </p>
      {limitBytes === null || footageBytes === null ? null : (
        <p className="small dim">{text('limited', { used: size(footageBytes), limit: size(limitBytes) })}</p>
      )}
      {fullAt !== null && fullAt > now && limitBytes === null ? (
        <Forecast storage={storage} fullAt={fullAt} />
      ) : (
        <span className="operator-meter wide" aria-hidden="true">
          <i style={{ width: `${usedShare(storage) * 100}%` }} />
        </span>
      )}
    </section>
  );
}

function sayLeft({ fullAt, freeBytes, reservedBytes }: StorageFacts, now: number): string {
  if (freeBytes <= reservedBytes) return text('full');
  if (fullAt === null || fullAt <= now) return text('balanced');
  return text('daysLeft', { count: Math.floor((fullAt - now) / dayMs) });
}

function usedShare({ totalBytes, freeBytes }: StorageFacts): number {
  return totalBytes === 0 ? 0 : 1 - freeBytes / totalBytes;
}

const [left, right, top, bottom] = [6, 424, 16, 140];

/** The ring is today; the dotted line ends where the disk is full. */
function Forecast({ storage, fullAt }: { readonly storage: StorageFacts; readonly fullAt: number }): ReactNode {
  const locale = currentLocale();
  const share = usedShare(storage);
  const y = bottom - (bottom - top) * share;
  const day = formatDate(fullAt, { locale, timeZone: ownTimeZone() });
  return (
    <svg className="operator-chart" viewBox="0 0 480 176" role="img" aria-label={text('chart', { share: Math.round(share * 100), day })}>
      <path className="line" d={`M0 ${top}H472`} strokeDasharray="2 4" />
      <path className="line" d={`M0 ${bottom}H472`} />
      <polygon className="band" points={`${left},${bottom} ${left},${y} ${right},${top} ${right},${bottom}`} />
      <path className="forecast" d={`M${left} ${y}L${right} ${top}`} />
      <path className="forecast-day" d={`M${right} ${top}V148`} />
      <path className="today" d={`M${left} ${y + 6}V148`} />
      <circle className="today" cx={left} cy={y} r="5" />
      <text x="0" y="168" className="key">
        {text('today')}
      </text>
      <text x={right} y="168" textAnchor="middle" className="key soon">
        {day}
      </text>
      <text x="0" y="10">
        {formatBytes(storage.totalBytes, { locale })}
      </text>
    </svg>
  );
}

/** How much waits to be sent or done. */
export function Queues({ queues }: { readonly queues: OperatorOverview['queues'] }): ReactNode {
  const locale = currentLocale();
  return (
    <section>
      <div className="operator-head">
        <h2 id="operator-queues">{text('queues')}</h2>
      </div>
      <ul className="operator-queues" aria-labelledby="operator-queues">
        {queues.map(({ queue, waiting, retrying }) => (
          <li key={queue}>
            <span>{text(`queue.${queue}`)}</span>
            <span className="n dim small">
              <RichText
                message={text(waiting === 0 ? 'empty' : retrying === 0 ? 'waiting' : 'waitingRetrying', {
                  waiting: formatNumber(waiting, { locale }),
                  retrying: formatNumber(retrying, { locale }),
                })}
                parts={{ b: (part) => <b>{part}</b> }}
              />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
