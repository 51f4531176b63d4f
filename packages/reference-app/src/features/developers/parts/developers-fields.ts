import { addDays, dayOf, dayRange, isCalendarDate } from '@watchpost/sdk-core';
import type { CalendarDate } from '@watchpost/sdk-core';

/** Cameras as the fields have them. */
export interface CameraChoice {
  readonly hasAll: boolean;
  readonly cameraIds: readonly string[];
}

export const expiries = ['never', '30', '90', '365', 'on'] as const;

/** An end as the fields have it. */
export interface ExpiryChoice {
  readonly expiry: (typeof expiries)[number];
  /** `2026-11-21`, the last day. */
  readonly lastDay: string;
}

/** A field's value, or its problem: a key of the texts, with the line that is wrong. */
export type Read<Value> = { readonly value: Value } | { readonly problem: Problem };
export interface Problem {
  readonly kind: 'name' | 'cameras' | 'tooManyCameras' | 'origin' | 'address' | 'day' | 'past';
  readonly line?: string;
}

/** The reader's zone and the server's time, Unix milliseconds. */
export interface Today {
  readonly now: number;
  readonly timeZone: string;
}

export function cameraChoiceOf(cameraIds: readonly string[] | null): CameraChoice {
  return { hasAll: cameraIds === null, cameraIds: cameraIds ?? [] };
}

export function readCameras({ hasAll, cameraIds }: CameraChoice): Read<string[] | null> {
  if (hasAll) return { value: null };
  return cameraIds.length === 0 ? { problem: { kind: 'cameras' } } : { value: [...cameraIds] };
}

export function readName(name: string): Read<string> {
  const value = name.trim();
  return value === '' ? { problem: { kind: 'name' } } : { value };
}

/** Reads the addresses of sites, one a line. Whole addresses of pages are shortened: only their origin counts. */
export function readOrigins(lines: string): Read<string[]> {
  return readLines(lines, 'origin', originOf);
}

/** Reads network addresses and ranges, one a line. */
export function readAddresses(lines: string): Read<string[]> {
  return readLines(lines, 'address', (line) => (isAddress(line) ? line : null));
}

function readLines(lines: string, kind: 'origin' | 'address', read: (line: string) => string | null): Read<string[]> {
  const values = new Set<string>();
  for (const line of lines.split(/[\s,;]+/).filter(Boolean)) {
    const value = read(line);
    if (value === null) return { problem: { kind, line } };
    values.add(value);
  }
  return { value: [...values] };
}

/** Returns the origin of an address as browsers send it; null for what is no web address. */
export function originOf(line: string): string | null {
  const address = /^[a-z][a-z\d+.-]{0,20}:\/\//i.test(line) ? line : `https://${line}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, origin } = new URL(address);
  const isHost = hostname.includes('.') || hostname === 'localhost' || hostname.startsWith('[');
  return (protocol === 'https:' || protocol === 'http:') && isHost && !hostname.includes('*') ? origin : null;
}

function isAddress(line: string): boolean {
  const [address = '', prefix, ...rest] = line.split('/');
  if (rest.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return false;
  const isV4 = /^\d{1,3}(\.\d{1,3}){3}$/.test(address) && address.split('.').every((part) => Number(part) <= 255);
  const isV6 = address.includes(':') && URL.canParse(`http://[${address}]/`);
  return (isV4 || isV6) && Number(prefix ?? 0) <= (isV4 ? 32 : 128);
}

export function expiryChoiceOf(expiresAt: number | null, timeZone: string): ExpiryChoice {
  return expiresAt === null ? { expiry: 'never', lastDay: '' } : { expiry: 'on', lastDay: dayOf(expiresAt, timeZone) };
}

/** Reads an end: the last millisecond of the last day in the reader's zone. */
export function readExpiry({ expiry, lastDay }: ExpiryChoice, { now, timeZone }: Today): Read<number | null> {
  if (expiry === 'never') return { value: null };
  const endOf = (day: CalendarDate): number => dayRange(day, timeZone).to - 1;
  if (expiry !== 'on') return { value: endOf(addDays(dayOf(now, timeZone), Number(expiry))) };
  if (!isCalendarDate(lastDay)) return { problem: { kind: 'day' } };
  return endOf(lastDay) <= now ? { problem: { kind: 'past' } } : { value: endOf(lastDay) };
}

/** As readExpiry. An end whose fields were not touched keeps its time of day. */
export function readChangedExpiry(
  choice: ExpiryChoice,
  today: Today,
  before: { readonly expiresAt: number | null } | null,
): Read<number | null> {
  const old = before && expiryChoiceOf(before.expiresAt, today.timeZone);
  if (before && choice.expiry === old?.expiry && choice.lastDay === old.lastDay) return { value: before.expiresAt };
  return readExpiry(choice, today);
}

/** Returns the problems of fields, by name. */
export function problemsOf<Name extends string>(fields: Readonly<Record<Name, Read<unknown>>>): Partial<Record<Name, Problem>> {
  const problems: Partial<Record<Name, Problem>> = {};
  for (const name in fields) {
    const field = fields[name];
    if ('problem' in field) problems[name] = field.problem;
  }
  return problems;
}
