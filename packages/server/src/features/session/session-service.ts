import type { Locale } from '@watchpost/contract/kernel';
import type { SessionAnswer } from '@watchpost/contract/schemas/session';
import type { Mailer } from '../../adapters/mail/port.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/log.ts';
import { sameText, type Tokens } from '../../kernel/tokens.ts';
import type { Db } from '../../db/database.ts';
import { createLoginCodes } from './session-codes.ts';
import { createSessionFamilies, type IssuedTokens, type SessionFamilies } from './session-families.ts';
import { codeLetter } from './session-mail.ts';
import { createMailQueue } from './session-mail-queue.ts';

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
  /** Signs in; the first sign-in of an address creates its customer. */
  confirm(confirmation: Confirmation, from: { address: string; locale: Locale }): Promise<OpenedSession>;
  refresh(refreshToken: string): Promise<OpenedSession>;
  /** A new session by the device's own secret, when the refresh token is lost. */
  refreshByDevice(device: { email: string; deviceId: string; deviceToken: string }): Promise<OpenedSession>;
  /** Ends the session, and forgets the device's secret: nothing it holds works any more. */
  signOut(familyId: string): Promise<void>;
  readonly readAccessToken: SessionFamilies['readAccessToken'];
  /** Called at a customer's first sign-in, which waits for it. */
  onCustomerCreated(listener: CustomerListener): void;
  close(): Promise<void>;
}

export function createSessionService(deps: { db: Db; clock: Clock; tokens: Tokens; mailer: Mailer; log: Logger }): SessionService {
  const { db, clock, tokens, mailer, log } = deps;
  const codes = createLoginCodes({ db, clock, tokens });
  const families = createSessionFamilies({ db, clock, tokens });
  const queue = createMailQueue({ mailer, clock, log });
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

  const open = async (issued: IssuedTokens): Promise<OpenedSession> => {
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
      },
    };
  };

  return {
    requestCode: async ({ email, deviceId, address, locale }) => {
      const code = await codes.issue({ email, deviceId, address });
      queue.add(codeLetter(email, code, locale));
    },
    confirm: async ({ email, otp, deviceId, deviceName, deviceToken }, { address, locale }) => {
      await codes.consume({ email, otp, deviceId, address });
      const customer = (await findCustomer(email)) ?? (await createCustomer(email, locale));
      const now = clock.now();
      const device = { name: deviceName, token_hash: deviceHash(deviceToken), last_seen_at: now };
      await db
        .insertInto('devices')
        .values({ id: deviceId, customer_id: customer.id, created_at: now, ...device })
        .onConflict((conflict) => conflict.columns(['customer_id', 'id']).doUpdateSet(device))
        .execute();
      return open(await families.start(customer.id, deviceId));
    },
    refresh: async (refreshToken) => open(await families.rotate(refreshToken)),
    refreshByDevice: async ({ email, deviceId, deviceToken }) => {
      const device = await db
        .selectFrom('devices')
        .innerJoin('customers', 'customers.id', 'devices.customer_id')
        .select(['devices.customer_id', 'devices.token_hash'])
        .where('customers.email', '=', email)
        .where('devices.id', '=', deviceId)
        .executeTakeFirst();
      if (!sameText(deviceHash(deviceToken), device?.token_hash ?? '') || !device) throw new AppError('session-expired');
      await db.updateTable('devices').set({ last_seen_at: clock.now() }).where('customer_id', '=', device.customer_id).where('id', '=', deviceId).execute();
      return open(await families.start(device.customer_id, deviceId));
    },
    signOut: async (familyId) => {
      const family = await db.selectFrom('session_families').select(['customer_id', 'device_id']).where('id', '=', familyId).executeTakeFirst();
      await families.revoke(familyId);
      if (family) await db.deleteFrom('devices').where('customer_id', '=', family.customer_id).where('id', '=', family.device_id).execute();
    },
    readAccessToken: families.readAccessToken,
    onCustomerCreated: (listener) => void listeners.push(listener),
    close: () => queue.close(),
  };
}
