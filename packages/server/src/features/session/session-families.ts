import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import { newId } from '../../kernel/ids.ts';
import type { Tokens } from '../../kernel/tokens.ts';
import type { Db } from '../../db/database.ts';

/** How long an access token works, ms. */
const accessTtlMs = 15 * 60 * 1000;
/** An unused session ends after this time, ms. */
const idleTtlMs = 90 * 24 * 60 * 60 * 1000;
/** Within this time after a rotation the replaced token gets the same successor although that is in use: for another tab, ms. */
const rotationGraceMs = 10_000;

export interface IssuedTokens {
  readonly familyId: string;
  readonly customerId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds from now. */
  readonly expiresIn: number;
}

/**
 * Manages session families. A family is one sign-in on one device; its tokens are derived from its id and generation, so only the row is
 * stored.
 */
export interface SessionFamilies {
  start(customerId: string, deviceId: string): Promise<IssuedTokens>;
  /**
   * Issues the next generation. The replaced token gets it again until it is used, because the answer may be lost. Any other replaced token
   * revokes the family after the grace period, because it was copied.
   */
  rotate(refreshToken: string): Promise<IssuedTokens>;
  revoke(familyId: string): Promise<void>;
  /** Whether a sign-in is still valid: neither signed out nor ended with its account. */
  isRunning(familyId: string): Promise<boolean>;
  /** Reads a valid access token. @throws {AppError} unauthorized */
  readAccessToken(accessToken: string): Promise<{ familyId: string; customerId: string; deviceId: string; locale: string }>;
}

interface Family {
  readonly id: string;
  readonly customer_id: string;
  readonly generation: number;
  readonly rotated_at: number;
}

export function createSessionFamilies({ db, clock, tokens }: { db: Db; clock: Clock; tokens: Tokens }): SessionFamilies {
  const issue = ({ id, customer_id: customerId, generation, rotated_at: rotatedAt }: Family): IssuedTokens => {
    const expiresAt = rotatedAt + accessTtlMs;
    return {
      familyId: id,
      customerId,
      accessToken: tokens.sign('access', `${id} ${generation} ${expiresAt}`),
      refreshToken: tokens.sign('refresh', `${id} ${generation}`),
      expiresIn: Math.max(1, Math.floor((expiresAt - clock.now()) / 1000)),
    };
  };
  const revoke = async (familyId: string): Promise<void> => {
    await db
      .updateTable('session_families')
      .set({ revoked_at: clock.now() })
      .where('id', '=', familyId)
      .where('revoked_at', 'is', null)
      .execute();
  };

  /** Its client has the tokens of this generation: from now on the token before them is a copy. */
  const markUsed = async (familyId: string, generation: number): Promise<void> => {
    await db
      .updateTable('session_families')
      .set({ used_generation: generation })
      .where('id', '=', familyId)
      .where('used_generation', '<', generation)
      .execute();
  };

  return {
    revoke,
    start: async (customerId, deviceId) => {
      const now = clock.now();
      const family = { id: newId('fam'), customer_id: customerId, generation: 1, rotated_at: now };
      await db
        .insertInto('session_families')
        .values({ ...family, device_id: deviceId, created_at: now, expires_at: now + idleTtlMs, revoked_at: null })
        .execute();
      return issue(family);
    },

    rotate: async (refreshToken) => {
      const [id, text] = tokens.verify('refresh', refreshToken)?.split(' ') ?? [];
      if (id === undefined) throw new AppError('session-expired');
      const generation = Number(text);
      const now = clock.now();
      const rotated = await db
        .updateTable('session_families')
        .set({ generation: generation + 1, rotated_at: now, expires_at: now + idleTtlMs })
        .where('id', '=', id)
        .where('generation', '=', generation)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .returning(['id', 'customer_id', 'generation', 'rotated_at'])
        .executeTakeFirst();
      if (rotated) return issue(rotated);

      const family = await db.selectFrom('session_families').selectAll().where('id', '=', id).executeTakeFirst();
      if (!family || family.revoked_at !== null || family.expires_at <= now) throw new AppError('session-expired');
      if (family.generation === generation + 1) {
        if (Math.abs(now - family.rotated_at) <= rotationGraceMs) return issue(family);
        const repeated = await db
          .updateTable('session_families')
          .set({ rotated_at: now, expires_at: now + idleTtlMs })
          .where('id', '=', id)
          .where('generation', '=', generation + 1)
          .where('used_generation', '<=', generation)
          .where('revoked_at', 'is', null)
          .returning(['id', 'customer_id', 'generation', 'rotated_at'])
          .executeTakeFirst();
        if (repeated) return issue(repeated);
      }
      await revoke(id);
      throw new AppError('session-expired');
    },

    isRunning: async (familyId) => {
      const family = await db
        .selectFrom('session_families')
        .innerJoin('customers', 'customers.id', 'session_families.customer_id')
        .select('session_families.id')
        .where('session_families.id', '=', familyId)
        .where('session_families.revoked_at', 'is', null)
        .where('session_families.expires_at', '>', clock.now())
        .where('customers.deleted_at', 'is', null)
        .executeTakeFirst();
      return family !== undefined;
    },

    readAccessToken: async (accessToken) => {
      const [id, generationText, expiresAt] = tokens.verify('access', accessToken)?.split(' ') ?? [];
      if (id === undefined || Number(expiresAt) <= clock.now()) throw new AppError('unauthorized');
      const family = await db
        .selectFrom('session_families')
        .innerJoin('customers', 'customers.id', 'session_families.customer_id')
        .select(['session_families.customer_id', 'session_families.device_id', 'session_families.used_generation', 'customers.locale'])
        .where('session_families.id', '=', id)
        .where('session_families.revoked_at', 'is', null)
        .where('customers.deleted_at', 'is', null)
        .executeTakeFirst();
      if (!family) throw new AppError('unauthorized');
      const generation = Number(generationText);
      if (family.used_generation < generation) await markUsed(id, generation);
      return { familyId: id, customerId: family.customer_id, deviceId: family.device_id, locale: family.locale };
    },
  };
}
