import { formatNumber } from '@watchpost/sdk-core';
import type { QualityRow } from '@watchpost/sdk-core';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { errorShare, stallsPerHour } from './quality-judge.ts';
import { text } from './quality-texts.ts';

/** A transport that delivered less than this is left out. */
const minShare = 0.05;

function number(value: number, digits = 0): string {
  return formatNumber(value, { locale: currentLocale(), maximumFractionDigits: digits });
}

/** Formats milliseconds as seconds: "0.4 s". */
function seconds(durationMs: number | null): string {
  return durationMs === null ? text('unknown') : text('seconds', { value: number(durationMs / 1000, durationMs < 10_000 ? 1 : 0) });
}

/** Names the browser with its versions: "Chrome 139–141". */
export function browserText({ browser, browserVersions }: QualityRow): string {
  const [first, last] = [browserVersions[0], browserVersions.at(-1)];
  // With a word joiner: a line must not break inside.
  const versions = first === undefined ? '' : first === last ? `${first}` : `${first}–\u2060${last}`;
  return `${text(`browser.${browser}`)} ${versions}`.trim();
}

export function viewsText({ views }: QualityRow): string {
  return number(views);
}

export function startupText({ startupP50Ms }: QualityRow): string {
  return seconds(startupP50Ms);
}

/** Says how slow the slowest starts are; null if unknown. */
export function slowStartText({ startupP95Ms }: QualityRow): string | null {
  return startupP95Ms === null ? null : text('p95', { value: seconds(startupP95Ms) });
}

export function stallsText(row: QualityRow): string {
  const stalls = stallsPerHour(row);
  return stalls === null ? text('unknown') : number(stalls, stalls < 10 ? 1 : 0);
}

export function latencyText({ latencyP50Ms }: QualityRow): string {
  return seconds(latencyP50Ms);
}

export function errorsText(row: QualityRow): string {
  return text('percent', { value: number(errorShare(row) * 100) });
}

/** Names the transports with their share of the time: "WebSocket 80%, HLS 20%". */
export function transportText({ transports }: QualityRow): string {
  const total = transports.reduce((sum, { watchedMs }) => sum + watchedMs, 0);
  const shown = transports.filter(({ watchedMs }) => total === 0 || watchedMs / total >= minShare);
  if (shown.length === 0) return text('unknown');
  return shown
    .map(({ transport, watchedMs }) => {
      const name = text(`transport.${transport}`);
      return shown.length === 1 ? name : `${name} ${text('percent', { value: number((watchedMs / total) * 100) })}`;
    })
    .join(', ');
}
