import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { networkOf } from '../../kernel/network/network-of.ts';
import type { Db } from '../../db/database.ts';
import type { LoginAttemptsTable } from '../../db/schema.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

const codesAnHour = 5;
const wrongADay = 25;
const sendsAnHour = 30;
const newEmailsAnHour = 10;

/** Who did it, to whom, from where. */
export interface CountedAttempt {
  readonly customerId: string | null;
  readonly email: string;
  /** Network address. */
  readonly address: string;
}

/** Counts codes sent and guesses made. Everything is counted before it is judged, so parallel requests can't slip under a limit. */
export interface CodeLimits {
  /** @throws {AppError} too-many-requests */
  countSend(attempt: CountedAttempt): Promise<void>;
  /**
   * Counts a guess as wrong in advance.
   * @returns takes the count back, for a right guess
   * @throws {AppError} too-many-requests
   */
  countGuess(attempt: CountedAttempt): Promise<() => Promise<void>>;
  /** Counts a question whether an address is free, whatever the answer: nobody lists our customers by it. @throws {AppError} too-many-requests */
  countNewEmail(attempt: CountedAttempt): Promise<void>;
}

type Kind = LoginAttemptsTable['kind'];
type CountedBy = 'email' | 'address' | 'customer_id';

export function createCodeLimits({ db, clock }: { db: Db; clock: Clock }): CodeLimits {
  const add = async (kind: Kind, { email, address, customerId }: CountedAttempt): Promise<string> => {
    const id = newId('try');
    await db.insertInto('login_attempts').values({ id, kind, email, address: networkOf(address), customer_id: customerId, at: clock.now() }).execute();
    return id;
  };
  const remove = (id: string): Promise<unknown> => db.deleteFrom('login_attempts').where('id', '=', id).execute();
  const forgetOld = (): Promise<unknown> => db.deleteFrom('login_attempts').where('at', '<', clock.now() - day).execute();

  /** How many within the span, and when the oldest of them was. */
  const count = async (kind: Kind, column: CountedBy, value: string, span: number): Promise<{ total: number; oldest: number }> => {
    const { total, oldest } = await db
      .selectFrom('login_attempts')
      .select(({ fn }) => [fn.countAll<number>().as('total'), fn.min('at').as('oldest')])
      .where('kind', '=', kind)
      .where(column, '=', value)
      .where('at', '>', clock.now() - span)
      .executeTakeFirstOrThrow();
    return { total: Number(total), oldest: Number(oldest ?? clock.now()) };
  };
  const refuse = (oldest: number, span: number): AppError => new AppError('too-many-requests', { retryAfter: (oldest + span - clock.now()) / 1000 });

  return {
    countSend: async (attempt) => {
      await forgetOld();
      const id = await add('send', attempt);
      const byEmail = await count('send', 'email', attempt.email, hour);
      const byAddress = await count('send', 'address', networkOf(attempt.address), hour);
      if (byEmail.total <= codesAnHour && byAddress.total <= sendsAnHour) return;
      // A refused request sent nothing: it must not prolong the wait.
      await remove(id);
      throw byEmail.total > codesAnHour ? refuse(byEmail.oldest, hour) : refuse(byAddress.oldest, hour);
    },
    countGuess: async (attempt) => {
      const id = await add('wrong', attempt);
      const { total, oldest } = await count('wrong', 'email', attempt.email, day);
      if (total > wrongADay) throw refuse(oldest, day);
      return async () => void (await remove(id));
    },
    countNewEmail: async (attempt) => {
      await forgetOld();
      const id = await add('new-email', attempt);
      const { total, oldest } = await count('new-email', 'customer_id', attempt.customerId ?? '', hour);
      if (total <= newEmailsAnHour) return;
      await remove(id);
      throw refuse(oldest, hour);
    },
  };
}
