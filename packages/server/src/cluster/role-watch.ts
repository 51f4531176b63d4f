import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../db/database.ts';
import type { Logger } from '../kernel/log.ts';
import { serverRoles, type ServerRole } from '../kernel/settings/cluster-settings.ts';
import { databaseNow } from './database-time.ts';

/** Notices that no node of the cluster has a role: then nobody does that part of the work. */
interface RoleWatch {
  /** Looks at the nodes, unless it has just done so. */
  look(): Promise<void>;
  /** Roles that no living node has had for a while. */
  readonly missing: readonly ServerRole[];
}

const lookIntervalMs = 10_000;
/** The only node of a role may be restarted, ms. */
const restartMs = 30_000;

export function createRoleWatch({ db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Logger }): RoleWatch {
  const missingSince = new Map<ServerRole, number>();
  let missing: readonly ServerRole[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  return {
    look: async () => {
      const now = clock.monotonic();
      if (now - lookedAt < lookIntervalMs) return;
      lookedAt = now;
      const rows = await db
        .selectFrom('nodes')
        .select('roles')
        .distinct()
        .where('alive_until', '>', databaseNow(db))
        .where('is_draining', '=', 0)
        .execute();
      const absent = new Set(rolesWithoutNode(rows.map(({ roles }) => roles.split(','))));
      for (const role of serverRoles) {
        if (!absent.has(role)) missingSince.delete(role);
        else if (!missingSince.has(role)) missingSince.set(role, now);
      }
      const next = serverRoles.filter((role) => now - (missingSince.get(role) ?? now) >= restartMs);
      for (const role of next) if (!missing.includes(role)) log.warn(describeMissingRole(role));
      missing = next;
    },
    get missing() {
      return missing;
    },
  };
}

/** Returns the roles that none of the nodes has. @param nodes the roles of each */
export function rolesWithoutNode(nodes: readonly (readonly string[])[]): ServerRole[] {
  return serverRoles.filter((role) => !nodes.some((roles) => roles.includes(role)));
}

interface MissingRole {
  readonly what: string;
  readonly why: string;
  readonly remedy: string;
}

/** What it means that no node has a role, and what to do. */
export const missingRoles: Readonly<Record<ServerRole, MissingRole>> = {
  api: {
    what: 'No node has the role api',
    why: 'The proxy has no node that is meant to answer apps and partners.',
    remedy: 'Start one with --role api, and name it in the proxy.',
  },
  media: {
    what: 'No node has the role media',
    why: 'No camera is taken in, and nothing is recorded.',
    remedy: 'Start one with --role media.',
  },
  jobs: {
    what: 'No node has the role jobs',
    why: 'Messages wait in the database: nobody gets a code to sign in, and no alert is sent.',
    remedy: 'Start one with --role jobs.',
  },
};

/** The same as a sentence for the log and the health page. */
export function describeMissingRole(role: ServerRole): string {
  const { what, why, remedy } = missingRoles[role];
  return `${what}. ${why} ${remedy}`;
}
