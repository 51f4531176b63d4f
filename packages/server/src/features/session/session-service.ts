import type { Locale } from '@watchpost/contract/kernel';
import type { SessionAnswer } from '@watchpost/contract/schemas/session';
import type { MailQueue } from '../../adapters/mail/port.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { sameText, type Tokens } from '../../kernel/tokens.ts';
import type { Db } from '../../db/database.ts';
import { codeValidity, type OneTimeCodes } from './session-codes.ts';
import { endDevice } from './session-devices.ts';
import { createSessionFamilies, type IssuedTokens, type SessionFamilies } from './session-families.ts';
import { signInLetter } from './session-letters.ts';
import type { DeviceDescription } from './session-user-agent.ts';

export interface Confirmation {
  readonly email: string;
  readonly otp: string;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly deviceToken: string;
}

/** A session as it is answered, with the family that the cookies are bound to. */
export interface OpenedSession {
  readonly familyId: string;
  readonly answer: SessionAnswer;
}

/** @param created `isFirst`: nobody had signed in to this server before */
export type CustomerListener = (created: { readonly customerId: string; readonly isFirst: boolean; readonly locale: Locale }) => Promise<void> | void;

export interface SessionService {
  /** Sends a code; the same answer and the same work for known and unknown addresses. */
  requestCode(request: { email: string; deviceId: string | null; address: string; locale: Locale }): Promise<void>;
  /** Signs in; the first sign-in of an address creates its customer, one within the grace period calls a deletion off. */
  confirm(confirmation: Confirmation, from: { address: string; locale: Locale; device: DeviceDescription }): Promise<OpenedSession>;
  refresh(refreshToken: string): Promise<OpenedSession>;
  /** A new session by the device's own secret, when the refresh token is lost. */
  refreshByDevice(device: { email: string; deviceId: string; deviceToken: string }): Promise<OpenedSession>;
  /** Ends the sign-ins on the session's device, and forgets the device's secret: nothing it holds works any more. */
  signOut(familyId: string): Promise<void>;
  readonly readAccessToken: SessionFamilies['readAccessToken'];
  readonly isRunning: SessionFamilies['isRunning'];
  /** Called at a customer's first sign-in, which waits for it. */
  onCustomerCreated(listener: CustomerListener): void;
}

export interface SessionServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly mail: MailQueue;
  readonly codes: OneTimeCodes;
  /** Somebody signs in whose account was deleted: true when it is theirs again, false when its time is over and the address is free. */
  readonly restoreCustomer: (customerId: string) => Promise<boolean>;
}

export function createSessionService({ db, clock, tokens, mail, codes, restoreCustomer }: SessionServiceDeps): SessionService {
  const families = createSessionFamilies({ db, clock, tokens });
  const listeners: CustomerListener[] = [];
  const deviceHash = (token: string): string => tokens.digest('device-token', token);

  const findCustomer = (email: string) => db.selectFrom('customers').selectAll().where('email', '=', email).executeTakeFirst();

  const createCustomer = async (email: string, locale: Locale): Promise<{ id: string }> => {
    const created = await db
      .insertInto('customers')
      .values({ id: newId('cus'), email, locale, created_at: clock.now() })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    // Another device of the same person was faster.
    if (!created) return db.selectFrom('customers').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    const { total } = await db.selectFrom('customers').select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    for (const listener of listeners) await listener({ customerId: created.id, isFirst: Number(total) === 1, locale });
    return created;
  };

  /** The customer of an address: known, back from deletion, or new. */
  const enter = async (email: string, locale: Locale): Promise<{ id: string; isRestored: boolean }> => {
    const known = await findCustomer(email);
    if (known?.deleted_at === null) return { id: known.id, isRestored: false };
    if (known && (await restoreCustomer(known.id))) return { id: known.id, isRestored: true };
    return { ...(await createCustomer(email, locale)), isRestored: false };
  };

  const open = async (issued: IssuedTokens, isRestored = false): Promise<OpenedSession> => {
    const { email } = await db.selectFrom('customers').select('email').where('id', '=', issued.customerId).executeTakeFirstOrThrow();
    return {
      familyId: issued.familyId,
      answer: {
        access_token: issued.accessToken,
        refresh_token: issued.refreshToken,
        expires_in: issued.expiresIn,
        customer_id: issued.customerId,
        email,
        analytics_id: tokens.digest('analytics', issued.customerId).slice(0, 22),
        ...(isRestored && { is_restored: true }),
      },
    };
  };

  return {
    requestCode: async ({ email, deviceId, address, locale }) => {
      const code = await codes.issue({ purpose: 'sign-in', customerId: null, email, deviceId, address });
      await mail.add(signInLetter(email, code, locale), { usefulFor: codeValidity });
    },
    confirm: async ({ email, otp, deviceId, deviceName, deviceToken }, { address, locale, device }) => {
      await codes.consume({ purpose: 'sign-in', customerId: null, email, otp, deviceId, address });
      const { id, isRestored } = await enter(email, locale);
      const now = clock.now();
      const row = { name: deviceName, token_hash: deviceHash(deviceToken), created_at: now, last_seen_at: now, ...device };
      await db
        .insertInto('devices')
        .values({ id: deviceId, customer_id: id, ...row })
        .onConflict((conflict) => conflict.columns(['customer_id', 'id']).doUpdateSet(row))
        .execute();
      return open(await families.start(id, deviceId), isRestored);
    },
    refresh: async (refreshToken) => open(await families.rotate(refreshToken)),
    refreshByDevice: async ({ email, deviceId, deviceToken }) => {
      const device = await db
        .selectFrom('devices')
        .innerJoin('customers', 'customers.id', 'devices.customer_id')
        .select(['devices.customer_id', 'devices.token_hash'])
        .where('customers.email', '=', email)
        .where('devices.id', '=', deviceId)
        .where('customers.deleted_at', 'is', null)
        .executeTakeFirst();
      if (!sameText(deviceHash(deviceToken), device?.token_hash ?? '') || !device) throw new AppError('session-expired');
      await db.updateTable('devices').set({ last_seen_at: clock.now() }).where('customer_id', '=', device.customer_id).where('id', '=', deviceId).execute();
      return open(await families.start(device.customer_id, deviceId));
    },
    signOut: async (familyId) => {
      const family = await db.selectFrom('session_families').select(['customer_id', 'device_id']).where('id', '=', familyId).executeTakeFirst();
      if (family) await endDevice(db, { customerId: family.customer_id, deviceId: family.device_id, at: clock.now() });
    },
    readAccessToken: families.readAccessToken,
    isRunning: families.isRunning,
    onCustomerCreated: (listener) => void listeners.push(listener),
  };
}
