import { listNodes } from '../../cluster/node-store.ts';
import { missingRoles, rolesWithoutNode } from '../../cluster/role-watch.ts';
import { pendingMigrations } from '../../db/migrations.ts';
import type { ServerRole } from '../../kernel/settings/cluster-settings.ts';
import { whenReached } from './database-checks.ts';
import { ok, warning, type Check, type Finding } from './finding.ts';

interface Node {
  readonly roles: readonly string[];
  readonly isAlive: boolean;
  readonly draining: boolean;
}

export const clusterCheck: Check = {
  name: 'Roles',
  run: async (config) => {
    const { cluster } = config;
    if (cluster === null) return ok('all of them: this machine runs alone');
    return whenReached(config, async (db) =>
      (await pendingMigrations(db)).length > 0
        ? ok(`${cluster.roles.join(', ')}; other nodes are known once the migrations have run`)
        : judgeRoles(cluster.roles, await listNodes(db)),
    );
  },
};

const codes = { api: 'no-api-node', media: 'no-media-node', jobs: 'no-jobs-node' } as const;

/** @param own roles of this node, which may not run yet */
export function judgeRoles(own: readonly ServerRole[], nodes: readonly Node[]): Finding {
  const living = nodes.filter(({ isAlive, draining }) => isAlive && !draining);
  const [first, ...others] = rolesWithoutNode([own, ...living.map(({ roles }) => roles)]);
  if (first === undefined) return ok(`${own.join(', ')} here; none is missing in the cluster`);
  const { what, why, remedy } = missingRoles[first];
  const also = others.map((role) => `, and none has the role ${role}`).join('');
  return warning(codes[first], { what: `${what}${also}`, why, remedy });
}
