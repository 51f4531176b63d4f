import { randomInt } from 'node:crypto';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { sameText, type Tokens } from '../../kernel/tokens.ts';
import type { Db } from '../../db/database.ts';
import type { OneTimeCodesTable } from '../../db/schema.ts';
import { createCodeLimits } from './session-limits.ts';

/** How long a code works, ms. */
export const codeValidity: number = 10 * 60 * 1000;
/** A client offers to send another one after so long, s. */
export const resendAfterSeconds = 60;
const tries = 5;

/** What a code is for. It works for nothing else: not for another purpose, customer or address. */
export interface CodeTarget {
  readonly purpose: OneTimeCodesTable['purpose'];
  /** Who asked; null before signing in. */
  readonly customerId: string | null;
  /** The address that the letter with it goes to. */
  readonly email: string;
}

/** One-time codes: six digits, ten minutes, single use, only the newest of its purpose, five tries. */
export interface OneTimeCodes {
  /**
   * A new code; earlier ones of this purpose stop working.
   * @param request deviceId: when given, only this device can use it · address: network address of who asks
   * @throws {AppError} too-many-requests
   */
  issue(request: CodeTarget & { deviceId: string | null; address: string }): Promise<string>;
  /** Uses a code up. @throws {AppError} invalid-code, alike for wrong, expired, used and another's; too-many-requests */
  consume(guess: CodeTarget & { otp: string; deviceId: string | null; address: string }): Promise<void>;
}

export function createOneTimeCodes({ db, clock, tokens }: { db: Db; clock: Clock; tokens: Tokens }): OneTimeCodes {
  const limits = createCodeLimits({ db, clock });
  const subjectOf = ({ customerId, email }: CodeTarget): string => customerId ?? email;
  // Six digits are quickly tried out: the digest is keyed, so a copy of the database does not reveal them.
  const digest = (target: CodeTarget, otp: string): string => tokens.digest('one-time-code', [target.purpose, subjectOf(target), target.email, otp].join('\n'));

  return {
    issue: async ({ deviceId, address, ...target }) => {
      await limits.countSend({ ...target, address });
      const otp = String(randomInt(1_000_000)).padStart(6, '0');
      const now = clock.now();
      await db.deleteFrom('one_time_codes').where('expires_at', '<=', now).execute();
      const row = { code_hash: digest(target, otp), device_id: deviceId, tries_left: tries, expires_at: now + codeValidity, created_at: now };
      await db
        .insertInto('one_time_codes')
        .values({ purpose: target.purpose, subject: subjectOf(target), ...row })
        .onConflict((conflict) => conflict.columns(['purpose', 'subject']).doUpdateSet(row))
        .execute();
      return otp;
    },
    consume: async ({ otp, deviceId, address, ...target }) => {
      const subject = subjectOf(target);
      const wasRight = await limits.countGuess({ ...target, address });
      // Taking a try and reading the code is one statement: parallel guesses each cost one.
      const code = await db
        .updateTable('one_time_codes')
        .set(({ eb }) => ({ tries_left: eb('tries_left', '-', 1) }))
        .where('purpose', '=', target.purpose)
        .where('subject', '=', subject)
        .where('tries_left', '>', 0)
        .where('expires_at', '>', clock.now())
        .returning(['code_hash', 'device_id'])
        .executeTakeFirst();
      const isRight = sameText(digest(target, otp), code?.code_hash ?? '');
      if (!code || !isRight || (code.device_id !== null && code.device_id !== deviceId)) throw new AppError('invalid-code');
      const { numDeletedRows } = await db
        .deleteFrom('one_time_codes')
        .where('purpose', '=', target.purpose)
        .where('subject', '=', subject)
        .where('code_hash', '=', code.code_hash)
        .executeTakeFirst();
      if (numDeletedRows !== 1n) throw new AppError('invalid-code');
      await wasRight();
    },
  };
}
