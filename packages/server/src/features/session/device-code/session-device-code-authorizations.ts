import type { DeviceAuthorization } from '@watchpost/contract/schemas/session';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { ExpressionBuilder } from 'kysely';
import { AppError } from '../../../kernel/app-error.ts';
import type { Complete } from '../../../kernel/contract/complete.ts';
import { newSecret } from '../../../kernel/ids.ts';
import type { Tokens } from '../../../kernel/tokens.ts';
import type { Db } from '../../../db/database.ts';
import type { Database } from '../../../db/schema.ts';
import { createCodeLimits } from '../session-limits.ts';
import { formatUserCode, newUserCode } from './session-device-code-user-code.ts';

/** How long a device code and its user code work, s. */
export const validitySeconds = 600;
/** The interval between polls that a device begins with, s. Each poll that comes too early adds as much again. */
export const intervalSeconds = 5;
const maxIntervalSeconds = 60;
/** A poll that comes early by no more than this is in time: timers and networks are not exact, ms. */
const intervalToleranceMs = 1000;
/** Sign-ins that can wait at the same time, over all networks: bounds the table, and the chance of a guess. */
const maxWaiting = 10_000;
const codeAttempts = 5;

interface RequestingDevice {
  readonly deviceId: string;
  readonly deviceName: string;
}

/** A user code that a signed-in user has entered. */
export interface EnteredCode {
  readonly customerId: string;
  /** The device of the user's own session. */
  readonly deviceId: string;
  readonly userCode: string;
  /** Network address of the user. */
  readonly address: string;
}

/** Sign-ins by device code (RFC 8628). A user code is eight letters and valid for ten minutes; both codes work once. */
export interface DeviceAuthorizations {
  /** Starts a sign-in. @throws {AppError} too-many-requests; unavailable when too many wait already */
  start(request: RequestingDevice & { readonly address: string }): Promise<{ readonly deviceCode: string; readonly userCode: string }>;
  /** Returns the sign-in that waits with this code. @throws {AppError} invalid-code, alike for wrong, expired and decided; too-many-requests */
  find(entered: EnteredCode): Promise<DeviceAuthorization>;
  /** @throws {AppError} as `find` */
  approve(entered: EnteredCode): Promise<RequestingDevice>;
  /** @throws {AppError} as `find` */
  deny(entered: EnteredCode): Promise<RequestingDevice>;
  /**
   * Uses up the code of a device once its user has approved the sign-in.
   * @throws {AppError} authorization-pending; slow-down, which raises the interval; access-denied; expired-token, alike for unknown and used
   */
  redeem(deviceCode: string): Promise<RequestingDevice & { readonly customerId: string }>;
}

export function createDeviceAuthorizations({ db, clock, tokens }: { db: Db; clock: Clock; tokens: Tokens }): DeviceAuthorizations {
  const limits = createCodeLimits({ db, clock });
  const deviceCodeHash = (code: string): string => tokens.digest('device-code', code);
  // Eight letters are quickly guessed offline: the digest is keyed, so a copy of the database does not reveal them.
  const userCodeHash = (code: string): string => tokens.digest('user-code', code);

  const removeExpired = (): Promise<unknown> => db.deleteFrom('device_authorizations').where('expires_at', '<=', clock.now()).execute();

  /** A device can't be approved from itself: it would replace the secret of the user's own session, and hide behind it in the list of devices. */
  const waiting =
    ({ userCode, deviceId }: EnteredCode) =>
    (eb: ExpressionBuilder<Database, 'device_authorizations'>) =>
      eb.and([
        eb('user_code_hash', '=', userCodeHash(userCode)),
        eb('state', '=', 'pending'),
        eb('expires_at', '>', clock.now()),
        eb('device_id', '!=', deviceId),
      ]);
  /** Counts the entered code as a wrong guess until it has matched. */
  const match = async <Row>(entered: EnteredCode, select: () => Promise<Row | undefined>): Promise<Row> => {
    const wasRight = await limits.countUserCode(entered);
    const row = await select();
    if (row === undefined) throw new AppError('invalid-code');
    await wasRight();
    return row;
  };
  const decide = async (entered: EnteredCode, isApproved: boolean): Promise<RequestingDevice> => {
    const decision = isApproved
      ? ({ state: 'approved', customer_id: entered.customerId } as const)
      : ({ state: 'denied', customer_id: null } as const);
    const { device_id: deviceId, device_name: deviceName } = await match(entered, () =>
      db
        .updateTable('device_authorizations')
        .set(decision)
        .where(waiting(entered))
        .returning(['device_id', 'device_name'])
        .executeTakeFirst(),
    );
    return { deviceId, deviceName };
  };

  /** Notes a poll; one statement decides whether it came in time, so that parallel polls count as too fast. */
  const poll = async (hash: string): Promise<AppError> => {
    const now = clock.now();
    const { numUpdatedRows } = await db
      .updateTable('device_authorizations')
      .set({ polled_at: now })
      .where('device_code_hash', '=', hash)
      .where((eb) =>
        eb.or([
          eb('polled_at', 'is', null),
          // A clock that was set back must not slow a device down.
          eb('polled_at', '>', now),
          eb(eb('polled_at', '+', eb('interval_seconds', '*', 1000)), '<=', now + intervalToleranceMs),
        ]),
      )
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return new AppError('authorization-pending');
    const slowed = await db
      .updateTable('device_authorizations')
      .set(({ eb }) => ({ polled_at: now, interval_seconds: eb('interval_seconds', '+', intervalSeconds) }))
      .where('device_code_hash', '=', hash)
      .where('interval_seconds', '<', maxIntervalSeconds)
      .returning('interval_seconds')
      .executeTakeFirst();
    return new AppError('slow-down', { retryAfter: slowed?.interval_seconds ?? maxIntervalSeconds });
  };

  return {
    start: async ({ deviceId, deviceName, address }) => {
      await limits.countDeviceCode(address);
      await removeExpired();
      const { total } = await db
        .selectFrom('device_authorizations')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      if (Number(total) >= maxWaiting) throw new AppError('unavailable', { retryAfter: 60 });
      const now = clock.now();
      const deviceCode = newSecret();
      for (let attempt = 0; attempt < codeAttempts; attempt += 1) {
        const userCode = newUserCode();
        const inserted = await db
          .insertInto('device_authorizations')
          .values({
            device_code_hash: deviceCodeHash(deviceCode),
            user_code_hash: userCodeHash(userCode),
            device_id: deviceId,
            device_name: deviceName,
            address,
            state: 'pending',
            customer_id: null,
            interval_seconds: intervalSeconds,
            polled_at: null,
            created_at: now,
            expires_at: now + validitySeconds * 1000,
          })
          // Another sign-in waits with the same user code.
          .onConflict((conflict) => conflict.column('user_code_hash').doNothing())
          .returning('device_code_hash')
          .executeTakeFirst();
        if (inserted) return { deviceCode, userCode: formatUserCode(userCode) };
      }
      throw new AppError('unavailable', { retryAfter: 60 });
    },

    find: async (entered) => {
      const row = await match(entered, () => db.selectFrom('device_authorizations').selectAll().where(waiting(entered)).executeTakeFirst());
      return {
        userCode: formatUserCode(entered.userCode),
        deviceName: row.device_name,
        address: row.address,
        requestedAt: row.created_at,
        expiresAt: row.expires_at,
      } satisfies Complete<DeviceAuthorization>;
    },
    approve: (entered) => decide(entered, true),
    deny: (entered) => decide(entered, false),

    redeem: async (deviceCode) => {
      const hash = deviceCodeHash(deviceCode);
      await removeExpired();
      const waits = await db.selectFrom('device_authorizations').select('state').where('device_code_hash', '=', hash).executeTakeFirst();
      if (!waits) throw new AppError('expired-token');
      if (waits.state === 'denied') throw new AppError('access-denied');
      if (waits.state === 'pending') throw await poll(hash);
      const approved = await db
        .deleteFrom('device_authorizations')
        .where('device_code_hash', '=', hash)
        .where('state', '=', 'approved')
        .returning(['customer_id', 'device_id', 'device_name'])
        .executeTakeFirst();
      // A parallel poll was faster, or the user has signed out all devices meanwhile.
      if (!approved || approved.customer_id === null) throw new AppError('expired-token');
      return { customerId: approved.customer_id, deviceId: approved.device_id, deviceName: approved.device_name };
    },
  };
}
