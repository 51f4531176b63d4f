import { formatTime } from '@watchpost/sdk-core';
import type { AccessEntry, AccessKind } from '@watchpost/sdk-core';
import {
  CircleAlert,
  CodeXml,
  Download,
  Eye,
  History,
  KeyRound,
  Link2,
  Link2Off,
  LogOut,
  Move,
  Pencil,
  Radio,
  TicketPlus,
  TicketX,
  UserCog,
  UserX,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { dayKey, dayOf, dayText } from '../../../shared/time/time-texts.ts';
import { ownZone, shortName } from '../manage/sharing-manage-names.ts';
import { text } from './sharing-log-texts.ts';

/** Groups of the log's filter. */
export type LogGroup = 'all' | 'live' | 'archive' | 'downloads' | 'steering' | 'changes' | 'refused';

export const kindsOfGroup: Readonly<Record<Exclude<LogGroup, 'all'>, readonly AccessKind[]>> = {
  live: ['live'],
  archive: ['archive'],
  downloads: ['download'],
  steering: ['steering'],
  changes: [
    'link-created',
    'link-changed',
    'link-revoked',
    'link-accepted',
    'access-changed',
    'access-revoked',
    'access-left',
    'key-created',
    'key-changed',
    'key-revoked',
    'embed-token-created',
    'embed-tokens-revoked',
    'embed-link-created',
    'embed-link-changed',
    'embed-link-revoked',
    'stream-link-created',
    'stream-link-changed',
    'stream-link-revoked',
  ],
  refused: ['refused'],
};

export const kindIcons: Readonly<Record<AccessKind, LucideIcon>> = {
  live: Eye,
  archive: History,
  download: Download,
  steering: Move,
  refused: CircleAlert,
  'link-created': Link2,
  'link-changed': Pencil,
  'link-revoked': Link2Off,
  'link-accepted': KeyRound,
  'access-changed': UserCog,
  'access-revoked': UserX,
  'access-left': LogOut,
  'key-created': KeyRound,
  'key-changed': Pencil,
  'key-revoked': KeyRound,
  'embed-token-created': TicketPlus,
  'embed-tokens-revoked': TicketX,
  'embed-link-created': CodeXml,
  'embed-link-changed': Pencil,
  'embed-link-revoked': Link2Off,
  'stream-link-created': Radio,
  'stream-link-changed': Pencil,
  'stream-link-revoked': Link2Off,
};

/** Returns who it was, briefly. */
export function whoName(who: AccessEntry['who']): string {
  switch (who.kind) {
    case 'user':
      return shortName(who.email);
    case 'deleted':
      return text('deleted');
    case 'guest':
      return text('guest');
    case 'website':
      return [who.viewerId, who.origin.replace(/^https?:\/\//, '')].filter(Boolean).join(', ');
    case 'api-key':
    case 'stream-link':
      return who.name;
  }
}

/** Says what was done, in lower case, to stand after a name. Text between `<b>` stands out. */
export function deedText(entry: AccessEntry): string {
  const { kind, at, until, range, subject } = entry;
  switch (kind) {
    case 'live':
      return until === null ? text('did.watching') : text('did.live', { span: spanText(until - at) });
    case 'archive':
      if (until === null && range === null) return text('did.archiveNow');
      return range ? text('did.archive', { range: rangeText(range, at) }) : text('did.archiveAny');
    case 'download':
      return range
        ? text('did.download', { span: spanText(range.until - range.from), range: rangeText(range, at) })
        : text('did.downloadAny');
    case 'steering':
      return until === null ? text('did.steeringNow') : text('did.steering', { span: spanText(until - at) });
    case 'refused':
      return subject === 'archive' || subject === 'hours' || subject === 'viewers' ? text(`did.refused-${subject}`) : text('did.refused');
    case 'access-left':
      return text(`did.${kind}`);
    case 'link-created':
    case 'link-changed':
    case 'link-revoked':
    case 'link-accepted':
      return subject ? text(`did.${kind}`, { subject }) : text(`did.${kind}-unnamed`);
    case 'access-changed':
    case 'access-revoked':
      return text(`did.${kind}`, { subject: subject || text('aUser') });
    case 'embed-tokens-revoked':
      return text(`did.${kind}`, { count: Number(subject) });
    case 'embed-token-created':
    case 'key-created':
    case 'key-changed':
    case 'key-revoked':
    case 'embed-link-created':
    case 'embed-link-changed':
    case 'embed-link-revoked':
    case 'stream-link-created':
    case 'stream-link-changed':
    case 'stream-link-revoked':
      return text(`did.${kind}`, { subject: subject ?? '' });
  }
}

/** Returns the same to stand alone. */
export function deedTitle(entry: AccessEntry): string {
  return deedText(entry).replace(/^(<b>|)(\S)/, (_, tag: string, letter: string) => tag + letter.toLocaleUpperCase(currentLocale()));
}

/** Formats a duration: "40 s", "4 min", "3 h 40 min". @param duration milliseconds */
function spanText(duration: number): string {
  const seconds = Math.max(1, Math.round(duration / 1000));
  if (seconds < 60) return text('seconds', { count: seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return text('minutes', { count: minutes });
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 ? text('hours', { count: hours }) : text('hoursMinutes', { hours, minutes: rest });
}

/** Formats a part of the archive in the user's zone, with its day if that is not the entry's. */
function rangeText({ from, until }: { readonly from: number; readonly until: number }, at: number): string {
  const options = { locale: currentLocale(), timeZone: ownZone(), seconds: false };
  const clocks = `${formatTime(from, options)}–${formatTime(until, options)}`;
  return dayKey(from, ownZone()) === dayKey(at, ownZone()) ? clocks : `${dayText(from, at, currentLocale(), ownZone())}, ${clocks}`;
}

export function clockText(at: number): string {
  return formatTime(at, { locale: currentLocale(), timeZone: ownZone(), seconds: false });
}

/** Returns the device's system and browser, as far as known. */
export function deviceText(device: AccessEntry['device']): string {
  return [device?.system, device?.browser].filter(Boolean).join(', ') || text('unknownDevice');
}

export function grantText(grant: AccessEntry['grant']): string {
  if (grant.kind === 'link') return grant.label || text('grant.link');
  return 'name' in grant ? grant.name : text(`grant.${grant.kind}`);
}

export interface LogDay {
  readonly key: string;
  readonly title: string;
  readonly entries: readonly AccessEntry[];
}

/** Groups entries by day in the user's zone, newest first. */
export function byDay(entries: readonly AccessEntry[], now: number): readonly LogDay[] {
  const days = new Map<string, AccessEntry[]>();
  for (const entry of entries) {
    const key = dayKey(entry.at, ownZone());
    days.set(key, [...(days.get(key) ?? []), entry]);
  }
  return [...days].map(([key, ofDay]) => ({ key, title: dayTitle(ofDay[0]?.at ?? now, now), entries: ofDay }));
}

function dayTitle(at: number, now: number): string {
  const day = dayOf(at, now, ownZone());
  return day === 'other' ? dayText(at, now, currentLocale(), ownZone()) : text(day);
}
