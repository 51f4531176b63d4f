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
      {limitBytes === null && ((fullAt !== null && fullAt > now) || storage.history.length > 1) ? (
        <Chart storage={storage} fullAt={fullAt !== null && fullAt > now ? fullAt : null} now={now} />
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
/** Where today is between the days before it and a forecast. */
const middle = 216;

interface ChartProps {
  readonly storage: StorageFacts;
  /** Null when the disk is enough for all days. */
  readonly fullAt: number | null;
  readonly now: number;
}

/** The band is what was used, the ring is today; the dotted line ends where the disk is full. */
function Chart({ storage, fullAt, now }: ChartProps): ReactNode {
  const locale = currentLocale();
  const day = (time: number): string => formatDate(time, { locale, timeZone: ownTimeZone() });
  const used = usedShare(storage);
  const heightOf = (share: number): number => bottom - (bottom - top) * share;
  const [first] = storage.history.length > 1 ? storage.history : [];
  const todayAt = first === undefined ? left : fullAt === null ? right : middle;
  const y = heightOf(used);
  const past = first === undefined ? [] : storage.history.map((each) => pointOf(each, first.day));
  function pointOf({ day: at, usedBytes }: StorageFacts['history'][number], from: number): string {
    const x = left + ((todayAt - left) * (at - from)) / Math.max(dayMs, now - from);
    return `${x},${heightOf(storage.totalBytes === 0 ? 0 : Math.min(1, usedBytes / storage.totalBytes))}`;
  }
  const label = fullAt === null ? text('chartPast', { share: Math.round(used * 100) }) : null;
  return (
    <svg
      className="operator-chart"
      viewBox="0 0 480 176"
      role="img"
      aria-label={label ?? text('chart', { share: Math.round(used * 100), day: day(fullAt ?? now) })}
    >
      <path className="line" d={`M0 ${top}H472`} strokeDasharray="2 4" />
      <path className="line" d={`M0 ${bottom}H472`} />
      {past.length > 0 ? (
        <polygon className="band" points={`${left},${bottom} ${past.join(' ')} ${todayAt},${y} ${todayAt},${bottom}`} />
      ) : (
        <polygon className="band" points={`${left},${bottom} ${left},${y} ${right},${top} ${right},${bottom}`} />
      )}
      {fullAt === null ? null : (
        <>
          <path className="forecast" d={`M${todayAt} ${y}L${right} ${top}`} />
          <path className="forecast-day" d={`M${right} ${top}V148`} />
        </>
      )}
      <path className="today" d={`M${todayAt} ${y + 6}V148`} />
      <circle className="today" cx={todayAt} cy={y} r="5" />
      {first === undefined ? null : (
        <text x="0" y="168">
          {day(first.day)}
        </text>
      )}
      <text x={first === undefined ? 0 : todayAt} y="168" textAnchor={first === undefined ? 'start' : 'middle'} className="key">
        {text('today')}
      </text>
      {fullAt === null ? null : (
        <text x={right} y="168" textAnchor="middle" className="key soon">
          {day(fullAt)}
        </text>
      )}
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
