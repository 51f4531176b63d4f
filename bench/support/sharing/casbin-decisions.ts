import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installProject } from '../npm-project.ts';

/** What this bench uses of casbin, which is installed for the run. */
interface Casbin {
  newModelFromString(text: string): object;
  newEnforcer(model: object): Promise<Enforcer>;
}
interface Enforcer {
  addPolicies(policies: readonly string[][]): Promise<boolean>;
  enforce(...request: readonly string[]): Promise<boolean>;
}

const model = `
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.sub == p.sub && r.obj == p.obj && r.act == p.act
`;

/**
 * Decides with casbin, the most used library for it, from as many policies in memory as there are grants: without a database, expiry, hours
 * or limits.
 * @returns a decision for a user, which takes ms
 */
export async function createCasbinDecisions(users: readonly string[], cameraId: string): Promise<(customerId: string) => Promise<number>> {
  const project = await installProject({ casbin: '5.51.1' });
  const { newEnforcer, newModelFromString }: Casbin = createRequire(join(project, 'package.json'))('casbin');
  const enforcer = await newEnforcer(newModelFromString(model));
  await enforcer.addPolicies(users.map((user) => [user, cameraId, 'watch']));
  return async (customerId) => {
    const startedAt = performance.now();
    if (!(await enforcer.enforce(customerId, cameraId, 'watch'))) throw new Error('A user with a policy has no access.');
    return performance.now() - startedAt;
  };
}
