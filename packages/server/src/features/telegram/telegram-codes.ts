import { telegramCodeAlphabet, telegramCodeHalf, telegramCodeSeconds } from '@watchpost/contract/protocols/telegram';
import type { Clock } from '@watchpost/contract/timing/clock';
import { createHash, randomInt } from 'node:crypto';
import type { Db } from '../../db/database.ts';

/** Codes by which a chat proves that it belongs to an account. */
export interface TelegramCodes {
  create(customerId: string): Promise<{ readonly token: string; readonly expiresAt: number }>;
  /** Uses a code up. @returns whose it was; null when it is wrong or has expired */
  take(transaction: Db, code: string): Promise<string | null>;
}

const length = 2 * telegramCodeHalf;
const lifeMs = telegramCodeSeconds * 1000;
/** Several tabs may each show one; older ones end. */
const maxCodes = 5;

export function createTelegramCodes({ db, clock }: { readonly db: Db; readonly clock: Pick<Clock, 'now'> }): TelegramCodes {
  return {
    create: async (customerId) => {
      const now = clock.now();
      // 28 to the power of 8: no number of chats can guess one within its life.
      const token = Array.from({ length }, () => telegramCodeAlphabet[randomInt(telegramCodeAlphabet.length)] ?? '').join('');
      const row = { code_hash: hashOf(token), customer_id: customerId, expires_at: now + lifeMs, created_at: now };
      await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('telegram_codes').where('expires_at', '<=', now).execute();
        const kept = await transaction
          .selectFrom('telegram_codes')
          .select('code_hash')
          .where('customer_id', '=', customerId)
          .orderBy('created_at', 'desc')
          .limit(100)
          .execute();
        const surplus = kept.slice(maxCodes - 1).map(({ code_hash: hash }) => hash);
        if (surplus.length > 0) await transaction.deleteFrom('telegram_codes').where('code_hash', 'in', surplus).execute();
        await transaction.insertInto('telegram_codes').values(row).execute();
      });
      return { token, expiresAt: row.expires_at };
    },
    take: async (transaction, code) => {
      const row = await transaction
        .deleteFrom('telegram_codes')
        .where('code_hash', '=', hashOf(code))
        .where('expires_at', '>', clock.now())
        .returning('customer_id')
        .executeTakeFirst();
      return row?.customer_id ?? null;
    },
  };
}

const letters = new Set(telegramCodeAlphabet);

/**
 * Reads a code as people type it.
 * @returns null for a text that is not a code
 * @example readCode(' 4f7k-9qx2 ') // '4F7K9QX2'
 */
export function readCode(text: string): string | null {
  if (text.length > 2 * length) return null;
  const code = text.toUpperCase().replaceAll(/[\s·–—-]/g, '');
  return code.length === length && [...code].every((letter) => letters.has(letter)) ? code : null;
}

function hashOf(code: string): string {
  return createHash('sha256').update(`telegram ${code}`).digest('base64url');
}
