import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Db } from '../../db/database.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

const codesAnHour = 5;
const wrongADay = 25;
const sendsAnHour = 30;

/** Counts codes sent and guesses made. Everything is counted before it is judged, so parallel requests can't slip under a limit. */
export interface LoginLimits {
  /** @throws {AppError} too-many-requests */
  countSend(email: string, address: string): Promise<void>;
  /**
   * Counts a guess as wrong in advance.
   * @returns takes the count back, for a right guess
   * @throws {AppError} too-many-requests
   */
  countGuess(email: string, address: string): Promise<() => Promise<void>>;
}

export function createLoginLimits({ db, clock }: { db: Db; clock: Clock }): LoginLimits {
  const add = async (kind: 'send' | 'wrong', email: string, address: string): Promise<string> => {
    const id = newId('try');
    await db.insertInto('login_attempts').values({ id, kind, email, address, at: clock.now() }).execute();
    return id;
  };
  const remove = (id: string): Promise<unknown> => db.deleteFrom('login_attempts').where('id', '=', id).execute();

  /** How many since then, and when the oldest of them was. */
  const count = async (kind: 'send' | 'wrong', column: 'email' | 'address', value: string, since: number): Promise<{ total: number; oldest: number }> => {
    const { total, oldest } = await db
      .selectFrom('login_attempts')
      .select(({ fn }) => [fn.countAll<number>().as('total'), fn.min('at').as('oldest')])
      .where('kind', '=', kind)
      .where(column, '=', value)
      .where('at', '>', since)
      .executeTakeFirstOrThrow();
    return { total: Number(total), oldest: Number(oldest ?? clock.now()) };
  };
  const refuse = (oldest: number, span: number): AppError => new AppError('too-many-requests', { retryAfter: (oldest + span - clock.now()) / 1000 });

  return {
    countSend: async (email, address) => {
      const now = clock.now();
      await db.deleteFrom('login_attempts').where('at', '<', now - day).execute();
      const id = await add('send', email, address);
      const byEmail = await count('send', 'email', email, now - hour);
      const byAddress = await count('send', 'address', address, now - hour);
      if (byEmail.total <= codesAnHour && byAddress.total <= sendsAnHour) return;
      // A refused request sent nothing: it must not prolong the wait.
      await remove(id);
      throw byEmail.total > codesAnHour ? refuse(byEmail.oldest, hour) : refuse(byAddress.oldest, hour);
    },
    countGuess: async (email, address) => {
      const id = await add('wrong', email, address);
      const { total, oldest } = await count('wrong', 'email', email, clock.now() - day);
      if (total > wrongADay) throw refuse(oldest, day);
      return async () => void (await remove(id));
    },
  };
}
