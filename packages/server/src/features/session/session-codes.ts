import { randomInt } from 'node:crypto';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { sameText, type Tokens } from '../../kernel/tokens.ts';
import type { Db } from '../../db/database.ts';
import { createLoginLimits } from './session-limits.ts';

const validity = 10 * 60 * 1000;
const tries = 5;

/** One-time codes: six digits, ten minutes, single use, only the newest of an e-mail address, five tries. */
export interface LoginCodes {
  /** A new code; earlier ones of this address stop working. @param deviceId when given, only this device can use it */
  issue(request: { email: string; deviceId: string | null; address: string }): Promise<string>;
  /** Uses a code up. @throws {AppError} invalid-code, alike for wrong, expired, used and another device's; too-many-requests */
  consume(guess: { email: string; otp: string; deviceId: string; address: string }): Promise<void>;
}

export function createLoginCodes({ db, clock, tokens }: { db: Db; clock: Clock; tokens: Tokens }): LoginCodes {
  const limits = createLoginLimits({ db, clock });
  // Six digits are quickly tried out: the digest is keyed, so a copy of the database does not reveal them.
  const digest = (email: string, otp: string): string => tokens.digest('login-code', `${email}\n${otp}`);

  return {
    issue: async ({ email, deviceId, address }) => {
      await limits.countSend(email, address);
      const otp = String(randomInt(1_000_000)).padStart(6, '0');
      const now = clock.now();
      const row = { code_hash: digest(email, otp), device_id: deviceId, tries_left: tries, expires_at: now + validity, created_at: now };
      await db
        .insertInto('login_codes')
        .values({ email, ...row })
        .onConflict((conflict) => conflict.column('email').doUpdateSet(row))
        .execute();
      return otp;
    },
    consume: async ({ email, otp, deviceId, address }) => {
      const wasRight = await limits.countGuess(email, address);
      // Taking a try and reading the code is one statement: parallel guesses each cost one.
      const code = await db
        .updateTable('login_codes')
        .set(({ eb }) => ({ tries_left: eb('tries_left', '-', 1) }))
        .where('email', '=', email)
        .where('tries_left', '>', 0)
        .where('expires_at', '>', clock.now())
        .returning(['code_hash', 'device_id'])
        .executeTakeFirst();
      const isRight = sameText(digest(email, otp), code?.code_hash ?? '');
      if (!code || !isRight || (code.device_id !== null && code.device_id !== deviceId)) throw new AppError('invalid-code');
      const { numDeletedRows } = await db.deleteFrom('login_codes').where('email', '=', email).where('code_hash', '=', code.code_hash).executeTakeFirst();
      if (numDeletedRows !== 1n) throw new AppError('invalid-code');
      await wasRight();
    },
  };
}
