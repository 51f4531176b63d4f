import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import { newId } from '../../kernel/ids.ts';
import { networkOf } from '../../kernel/network/network-of.ts';
import type { Db } from '../../db/database.ts';
import type { LoginAttemptsTable } from '../../db/schema.ts';

const minute = 60 * 1000;
const hour = 60 * minute;
const day = 24 * hour;

/** Beyond a limit, one attempt is allowed per interval: strangers can't lock a user out for longer. */
const maxWaitMs = 15 * minute;

type Kind = LoginAttemptsTable['kind'];

/** Maximum attempts of these kinds within the window. */
interface Limit {
  readonly kinds: readonly Kind[];
  readonly maxCount: number;
  readonly windowMs: number;
}

const codesSent: Limit = { kinds: ['send'], maxCount: 5, windowMs: hour };
const wrongCodes: Limit = { kinds: ['wrong'], maxCount: 25, windowMs: day };
const codesSentFromNetwork: Limit = { kinds: ['send'], maxCount: 30, windowMs: hour };
const wrongCodesFromNetwork: Limit = { kinds: ['wrong', 'no-code'], maxCount: 30, windowMs: hour };
const newEmailsOfCustomer: Limit = { kinds: ['new-email'], maxCount: 10, windowMs: hour };
const deviceCodesFromNetwork: Limit = { kinds: ['device-code'], maxCount: 30, windowMs: hour };
const wrongUserCodesOfCustomer: Limit = { kinds: ['wrong-user-code'], maxCount: 10, windowMs: hour };
const wrongUserCodesFromNetwork: Limit = { kinds: ['wrong-user-code'], maxCount: 30, windowMs: hour };

/** Origin and target of an attempt. */
export interface CountedAttempt {
  readonly customerId: string | null;
  readonly email: string;
  /** Network address. */
  readonly address: string;
  /** A device that the account of this e-mail address knows, which has its own limits; null for all others. */
  readonly knownDeviceId: string | null;
}

/** Counts codes sent and guesses made. Everything is counted before it is checked, so parallel requests can't slip under a limit. */
export interface CodeLimits {
  /** Counts a code that is about to be sent. @throws {AppError} too-many-requests */
  countSend(attempt: CountedAttempt): Promise<void>;
  /**
   * Counts a guess as wrong in advance.
   * @param attempt hasCode: a code exists that it could match; without one it counts for the network alone
   * @returns a function that reverts the count, for a right guess
   * @throws {AppError} too-many-requests
   */
  countGuess(attempt: CountedAttempt & { readonly hasCode: boolean }): Promise<() => Promise<void>>;
  /**
   * Counts a check whether an address is free, regardless of the result, so that customers can't be enumerated. @throws {AppError}
   * too-many-requests
   */
  countNewEmail(attempt: CountedAttempt): Promise<void>;
  /** Counts a sign-in by device code that is about to start. @throws {AppError} too-many-requests */
  countDeviceCode(address: string): Promise<void>;
  /**
   * Counts a guess of a user code as wrong in advance.
   * @returns a function that reverts the count, for a right guess
   * @throws {AppError} too-many-requests
   */
  countUserCode(guess: { readonly customerId: string; readonly address: string }): Promise<() => Promise<void>>;
}

/** An attempt that is for no e-mail address. */
const ofNobody = { customerId: null, email: '', knownDeviceId: null } as const;

type Scope = Partial<Pick<LoginAttemptsTable, 'email' | 'address' | 'customer_id' | 'device_id'>>;

export function createCodeLimits({ db, clock }: { db: Db; clock: Clock }): CodeLimits {
  const remove = async (id: string): Promise<void> => void (await db.deleteFrom('login_attempts').where('id', '=', id).execute());
  const forgetOld = (): Promise<unknown> =>
    db
      .deleteFrom('login_attempts')
      .where('at', '<', clock.now() - day)
      .execute();

  /** Returns how long an attempt has to wait because of the others in its scope, ms; 0 or less for no wait. */
  const waitFor = async (id: string, { kinds, maxCount, windowMs }: Limit, scope: Scope): Promise<number> => {
    const now = clock.now();
    const { total, oldest, newest } = await db
      .selectFrom('login_attempts')
      .select(({ fn }) => [fn.countAll<number>().as('total'), fn.min('at').as('oldest'), fn.max('at').as('newest')])
      .where('kind', 'in', kinds)
      .where('id', '!=', id)
      .where('at', '>', now - windowMs)
      // A clock that was set back must not prolong a wait.
      .where('at', '<=', now)
      .where((eb) => eb.and(scope))
      .executeTakeFirstOrThrow();
    if (Number(total) < maxCount) return 0;
    return Math.min(Number(total) === maxCount ? Number(oldest) + windowMs : Infinity, Number(newest) + maxWaitMs) - now;
  };

  /**
   * Counts an attempt.
   * @returns its id; a refused attempt is not stored, so that it does not prolong the wait
   */
  const count = async (kind: Kind, attempt: CountedAttempt, limits: readonly (readonly [Limit, Scope])[]): Promise<string> => {
    const { email, address, customerId, knownDeviceId } = attempt;
    const id = newId('try');
    await db
      .insertInto('login_attempts')
      .values({ id, kind, email, address: networkOf(address), customer_id: customerId, device_id: knownDeviceId, at: clock.now() })
      .execute();
    let wait = 0;
    for (const [limit, scope] of limits) wait = Math.max(wait, await waitFor(id, limit, scope));
    if (wait <= 0) return id;
    await remove(id);
    throw new AppError('too-many-requests', { retryAfter: wait / 1000 });
  };
  /** A known device is limited by itself; all others together, and by their network. */
  const scopesOf = ({ email, address, knownDeviceId }: CountedAttempt, limit: Limit, ofNetwork: Limit): (readonly [Limit, Scope])[] => {
    const own = [limit, { email, device_id: knownDeviceId }] as const;
    return knownDeviceId === null ? [own, [ofNetwork, { address: networkOf(address), device_id: null }]] : [own];
  };

  return {
    countSend: async (attempt) => {
      await forgetOld();
      await count('send', attempt, scopesOf(attempt, codesSent, codesSentFromNetwork));
    },
    countGuess: async ({ hasCode, ...attempt }) => {
      const id = await count(hasCode ? 'wrong' : 'no-code', attempt, scopesOf(attempt, wrongCodes, wrongCodesFromNetwork));
      return () => remove(id);
    },
    countNewEmail: async (attempt) => {
      await forgetOld();
      await count('new-email', attempt, [[newEmailsOfCustomer, { customer_id: attempt.customerId }]]);
    },
    countDeviceCode: async (address) => {
      await forgetOld();
      await count('device-code', { ...ofNobody, address }, [[deviceCodesFromNetwork, { address: networkOf(address) }]]);
    },
    countUserCode: async ({ customerId, address }) => {
      const id = await count('wrong-user-code', { ...ofNobody, customerId, address }, [
        [wrongUserCodesOfCustomer, { customer_id: customerId }],
        [wrongUserCodesFromNetwork, { address: networkOf(address) }],
      ]);
      return () => remove(id);
    },
  };
}
