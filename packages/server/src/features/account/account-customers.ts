import { defaultLocale, locales, type Locale } from '@watchpost/contract/kernel';
import type { Viewer } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Db } from '../../db/database.ts';

/** The requesting account and device. */
export interface AccountSession {
  readonly customerId: string;
  readonly familyId: string;
  readonly deviceId: string;
  /** Network address. */
  readonly address: string;
}

export interface Customer {
  readonly id: string;
  readonly email: string;
  readonly locale: Locale;
  /** IANA name; null until a browser reports it. */
  readonly timeZone: string | null;
  readonly createdAt: number;
}

/** Returns the account session of a viewer. @throws {AppError} unauthorized for a viewer who has not signed in */
export function sessionOf({ customerId, familyId, deviceId }: Viewer, address: string): AccountSession {
  if (familyId === null || deviceId === null) throw new AppError('unauthorized');
  return { customerId, familyId, deviceId, address };
}

/** Reads a customer. @throws {AppError} unauthorized when the account was deleted meanwhile */
export async function readCustomer(db: Db, customerId: string): Promise<Customer> {
  const row = await db.selectFrom('customers').selectAll().where('id', '=', customerId).where('deleted_at', 'is', null).executeTakeFirst();
  if (!row) throw new AppError('unauthorized');
  return { id: row.id, email: row.email, locale: toLocale(row.locale), timeZone: row.time_zone, createdAt: row.created_at };
}

export function toLocale(text: string): Locale {
  return locales.find((known) => known === text) ?? defaultLocale;
}
