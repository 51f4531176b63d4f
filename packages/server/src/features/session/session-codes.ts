import { randomInt } from 'node:crypto';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { ExpressionBuilder } from 'kysely';
import { AppError } from '../../kernel/app-error.ts';
import { networkOf } from '../../kernel/network/network-of.ts';
import { sameText, type Tokens } from '../../kernel/tokens.ts';
import type { Db } from '../../db/database.ts';
import type { Database, OneTimeCodesTable } from '../../db/schema.ts';
import { isKnownDevice } from './session-known-devices.ts';
import { createCodeLimits, type CountedAttempt } from './session-limits.ts';

/** How long a code works, ms. */
export const codeValidity: number = 10 * 60 * 1000;
/** Clients offer to send another code after this time, s. */
export const resendAfterSeconds = 60;
const tries = 5;

/** The purpose of a code. It works for nothing else: not for another purpose, customer or address. */
interface CodeTarget {
  readonly purpose: OneTimeCodesTable['purpose'];
  /** The requesting customer; null before the sign-in. */
  readonly customerId: string | null;
  /** The address that receives the code. */
  readonly email: string;
}

/** The origin of a request or a guess: a code works on the device that requested it; without a device id, in the requesting network. */
interface CodeOrigin {
  readonly deviceId: string | null;
  /** Network address. */
  readonly address: string;
}

/**
 * Issues and checks one-time codes: six digits, ten minutes, single use, five attempts. Each device has its own code for a purpose, so that
 * no other can void it or use up its attempts.
 */
export interface OneTimeCodes {
  /** Issues a new code; the earlier one of this purpose and device stops working. @throws {AppError} too-many-requests */
  issue(request: CodeTarget & CodeOrigin): Promise<string>;
  /** Uses a code up. @throws {AppError} invalid-code, alike for wrong, expired, used and another's; too-many-requests */
  consume(guess: CodeTarget & CodeOrigin & { otp: string }): Promise<void>;
}

export function createOneTimeCodes({ db, clock, tokens }: { db: Db; clock: Clock; tokens: Tokens }): OneTimeCodes {
  const limits = createCodeLimits({ db, clock });
  const subjectOf = ({ customerId, email }: CodeTarget): string => customerId ?? email;
  // Six digits are quickly guessed offline: the digest is keyed, so a copy of the database does not reveal them.
  const digest = (target: CodeTarget, otp: string): string =>
    tokens.digest('one-time-code', [target.purpose, subjectOf(target), target.email, otp].join('\n'));

  /** Strangers must not use up the attempts of a known device. A new address has no known devices yet. */
  const knownDeviceOf = async ({ purpose, email }: CodeTarget, { deviceId }: CodeOrigin): Promise<string | null> => {
    if (deviceId === null || purpose === 'new-email') return null;
    // A user who deletes an account is signed in to it.
    return purpose === 'deletion' || (await isKnownDevice(db, { email, deviceId })) ? deviceId : null;
  };
  const attemptOf = async (target: CodeTarget, origin: CodeOrigin): Promise<CountedAttempt> => ({
    customerId: target.customerId,
    email: target.email,
    address: origin.address,
    knownDeviceId: await knownDeviceOf(target, origin),
  });

  /** Selects the codes that a guess can match. */
  const within = (target: CodeTarget, { deviceId, address }: CodeOrigin) => {
    const bindings = [networkBinding(address), ...(deviceId === null ? [] : [deviceBinding(deviceId)])];
    return (eb: ExpressionBuilder<Database, 'one_time_codes'>) =>
      eb.and([
        eb('purpose', '=', target.purpose),
        eb('subject', '=', subjectOf(target)),
        eb('bound_to', 'in', bindings),
        eb('tries_left', '>', 0),
        eb('expires_at', '>', clock.now()),
      ]);
  };

  return {
    issue: async ({ deviceId, address, ...target }) => {
      await limits.countSend(await attemptOf(target, { deviceId, address }));
      const otp = String(randomInt(1_000_000)).padStart(6, '0');
      const now = clock.now();
      await db.deleteFrom('one_time_codes').where('expires_at', '<=', now).execute();
      const row = { code_hash: digest(target, otp), tries_left: tries, expires_at: now + codeValidity, created_at: now };
      await db
        .insertInto('one_time_codes')
        .values({
          purpose: target.purpose,
          subject: subjectOf(target),
          bound_to: deviceId === null ? networkBinding(address) : deviceBinding(deviceId),
          ...row,
        })
        .onConflict((conflict) => conflict.columns(['purpose', 'subject', 'bound_to']).doUpdateSet(row))
        .execute();
      return otp;
    },
    consume: async ({ otp, deviceId, address, ...target }) => {
      const origin = { deviceId, address };
      const hasCode =
        (await db.selectFrom('one_time_codes').select('bound_to').where(within(target, origin)).executeTakeFirst()) !== undefined;
      const wasRight = await limits.countGuess({ ...(await attemptOf(target, origin)), hasCode });
      // One statement uses up an attempt and reads the code: parallel guesses each cost one.
      const codes = await db
        .updateTable('one_time_codes')
        .set(({ eb }) => ({ tries_left: eb('tries_left', '-', 1) }))
        .where(within(target, origin))
        .returning(['code_hash', 'bound_to'])
        .execute();
      const guessed = digest(target, otp);
      const right = codes.find(({ code_hash: hash }) => sameText(guessed, hash));
      if (!right) throw new AppError('invalid-code');
      const { numDeletedRows } = await db
        .deleteFrom('one_time_codes')
        .where('purpose', '=', target.purpose)
        .where('subject', '=', subjectOf(target))
        .where('bound_to', '=', right.bound_to)
        .where('code_hash', '=', right.code_hash)
        .executeTakeFirst();
      if (numDeletedRows !== 1n) throw new AppError('invalid-code');
      await wasRight();
    },
  };
}

function deviceBinding(deviceId: string): string {
  return `device ${deviceId}`;
}

function networkBinding(address: string): string {
  return `network ${networkOf(address)}`;
}
