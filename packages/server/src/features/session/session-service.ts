import type { Locale } from '@watchpost/contract/kernel';
import type { SessionAnswer } from '@watchpost/contract/schemas/session';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { MailQueue } from '../../adapters/mail/port.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import { newId } from '../../kernel/ids.ts';
import { sameText, type Tokens } from '../../kernel/tokens.ts';
import type { Db } from '../../db/database.ts';
import { codeValidity, type OneTimeCodes } from './session-codes.ts';
import { endDevice } from './session-devices.ts';
import { createSessionFamilies, type IssuedTokens, type SessionFamilies } from './session-families.ts';
import { rememberDevice } from './session-known-devices.ts';
import { signInEmailMessage, signUpClosedEmailMessage } from './session-email-messages.ts';
import type { SignUp } from './session-sign-up.ts';
import type { DeviceDescription } from './session-user-agent.ts';

interface SigningDevice {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly deviceToken: string;
}

interface Confirmation extends SigningDevice {
  readonly email: string;
  readonly otp: string;
}

/** A session for the answer, with the family to which the cookies are bound. */
export interface OpenedSession {
  readonly familyId: string;
  readonly answer: SessionAnswer;
}

/**
 * Called for a new customer.
 * @param created `isFirst`: the first sign-in on this server
 */
type CustomerListener = (created: {
  readonly customerId: string;
  readonly isFirst: boolean;
  readonly locale: Locale;
}) => Promise<void> | void;

export interface SessionService {
  /**
   * Sends a code, or states in the e-mail message that the address can't sign up; the answer and the work are the same for all addresses.
   */
  requestCode(request: { email: string; deviceId: string | null; address: string; locale: Locale }): Promise<void>;
  /** Signs in; the first sign-in of an address creates its customer, and one within the grace period cancels a deletion. */
  confirm(confirmation: Confirmation, from: { address: string; locale: Locale; device: DeviceDescription }): Promise<OpenedSession>;
  /** Signs a customer in on a device that the customer has approved. */
  startOnDevice(customerId: string, device: SigningDevice): Promise<OpenedSession>;
  refresh(refreshToken: string): Promise<OpenedSession>;
  /** Opens a new session with the device's own secret, when the refresh token is lost. */
  refreshByDevice(device: { email: string; deviceId: string; deviceToken: string }): Promise<OpenedSession>;
  /** Ends the sign-ins on the session's device, and forgets the device's secret, so that nothing stored on it works any more. */
  signOut(familyId: string): Promise<void>;
  readonly readAccessToken: SessionFamilies['readAccessToken'];
  readonly isRunning: SessionFamilies['isRunning'];
  /** Registers a listener for a customer's first sign-in, which waits for it. */
  onCustomerCreated(listener: CustomerListener): void;
}

export interface SessionServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly mail: MailQueue;
  readonly codes: OneTimeCodes;
  readonly signUp: SignUp;
  /** Contact for a user without an account; null when none is configured. */
  readonly contact: string | null;
  /** Restores a deleted account at sign-in: true when restored, false when the grace period is over and the address is free. */
  readonly restoreCustomer: (customerId: string) => Promise<boolean>;
}

export function createSessionService({
  db,
  clock,
  tokens,
  mail,
  codes,
  signUp,
  contact,
  restoreCustomer,
}: SessionServiceDeps): SessionService {
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
    // Another device of the same user was faster.
    if (!created) return db.selectFrom('customers').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    const { total } = await db
      .selectFrom('customers')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    for (const listener of listeners) await listener({ customerId: created.id, isFirst: Number(total) === 1, locale });
    return created;
  };

  /** Returns the customer of an address: existing, restored, or new. */
  const enter = async (email: string, locale: Locale): Promise<{ id: string; isRestored: boolean }> => {
    const known = await findCustomer(email);
    if (known?.deleted_at === null) return { id: known.id, isRestored: false };
    if (known && (await restoreCustomer(known.id))) return { id: known.id, isRestored: true };
    // As for a wrong code: the answer must not reveal which addresses can sign up.
    if (!(await signUp.isAllowed(email))) throw new AppError('invalid-code');
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
        is_restored: isRestored ? true : undefined,
      } satisfies Complete<SessionAnswer>,
    };
  };

  const startOn = async (
    customerId: string,
    { deviceId, deviceName, deviceToken }: SigningDevice,
    description: DeviceDescription,
  ): Promise<IssuedTokens> => {
    const now = clock.now();
    const row = { name: deviceName, token_hash: deviceHash(deviceToken), created_at: now, last_seen_at: now, ...description };
    await db
      .insertInto('devices')
      .values({ id: deviceId, customer_id: customerId, ...row })
      .onConflict((conflict) => conflict.columns(['customer_id', 'id']).doUpdateSet(row))
      .execute();
    await rememberDevice(db, { customerId, deviceId, at: now });
    return families.start(customerId, deviceId);
  };

  return {
    requestCode: async ({ email, deviceId, address, locale }) => {
      const code = await codes.issue({ purpose: 'sign-in', customerId: null, email, deviceId, address });
      const [customer, isAllowed] = await Promise.all([findCustomer(email), signUp.isAllowed(email)]);
      await mail.add(
        customer || isAllowed ? signInEmailMessage(email, code, locale) : signUpClosedEmailMessage(email, { contact, locale }),
        {
          expiresAfterMs: codeValidity,
        },
      );
    },
    confirm: async ({ email, otp, ...device }, { address, locale, device: description }) => {
      await codes.consume({ purpose: 'sign-in', customerId: null, email, otp, deviceId: device.deviceId, address });
      const { id, isRestored } = await enter(email, locale);
      return open(await startOn(id, device, description), isRestored);
    },
    // The name that the user has approved is shown, rather than the program of its User-Agent.
    startOnDevice: async (customerId, device) => open(await startOn(customerId, device, { browser: null, system: null })),
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
      await db
        .updateTable('devices')
        .set({ last_seen_at: clock.now() })
        .where('customer_id', '=', device.customer_id)
        .where('id', '=', deviceId)
        .execute();
      return open(await families.start(device.customer_id, deviceId));
    },
    signOut: async (familyId) => {
      const family = await db
        .selectFrom('session_families')
        .select(['customer_id', 'device_id'])
        .where('id', '=', familyId)
        .executeTakeFirst();
      if (family) await endDevice(db, { customerId: family.customer_id, deviceId: family.device_id, at: clock.now(), staysKnown: true });
    },
    readAccessToken: families.readAccessToken,
    isRunning: families.isRunning,
    onCustomerCreated: (listener) => void listeners.push(listener),
  };
}
