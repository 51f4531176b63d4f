import { confirmCodeBody } from '@watchpost/contract/schemas/session';
import type { AuditEntry } from '@watchpost/contract/schemas/operator';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../../db/database.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { ServerModule } from '../../../kernel/module/server-module.ts';
import { createAuditLog, type AuditLog } from './operator-audit-log.ts';
import { auditedCalls, auditedSignIn, type AuditSubject } from './operator-audited-calls.ts';

interface AuditModule extends ServerModule {
  readonly audit: AuditLog;
}

interface AuditModuleDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly isOperator: (customerId: string) => Promise<boolean>;
}

type Person = NonNullable<AuditEntry['actor']>;
interface Before {
  readonly actor: Person | null;
  readonly name: string | null;
}

/**
 * Notes calls that succeeded, before they are answered. An entry that can't be written is logged and doesn't fail the call, which has
 * already changed something. Must be added before all features: hooks apply to the routes that follow.
 */
export function createAuditModule({ db, clock, log, isOperator }: AuditModuleDeps): AuditModule {
  const audit = createAuditLog({ db, clock });
  const calls = new Map(
    auditedCalls.map((call) => [`${call.endpoint.method} ${call.endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`, call]),
  );
  const callOf = ({ method, routeOptions }: FastifyRequest) => calls.get(`${method} ${routeOptions.url ?? ''}`);
  /** What the call may remove: names of who asks, and of what it is done to. */
  const before = new WeakMap<FastifyRequest, Before>();
  const personWhere = async (column: 'id' | 'email', value: string): Promise<Person | null> => {
    const row = await db.selectFrom('customers').select(['id', 'email']).where(column, '=', value).executeTakeFirst();
    return row ? { customerId: row.id, email: row.email } : null;
  };
  const signedIn = async (body: unknown): Promise<Person | null> => {
    const parsed = confirmCodeBody.safeParse(body);
    const person = parsed.success ? await personWhere('email', parsed.data.email) : null;
    return person && (await isOperator(person.customerId)) ? person : null;
  };

  return {
    name: 'audit log',
    audit,
    routes: (app) => {
      app.addHook('preHandler', async (request) => {
        const call = callOf(request);
        if (!call || !request.viewer) return;
        const id = call.subject && parameterOf(request, call.subject);
        before.set(request, {
          actor: await personWhere('id', request.viewer.customerId),
          name: call.nameOf && id !== undefined ? await call.nameOf(db, id) : (call.nameIn?.(request.body) ?? null),
        });
      });
      app.addHook('onSend', async (request, { statusCode }) => {
        const call = callOf(request);
        if (!call || statusCode < 200 || statusCode >= 300) return;
        try {
          const known = before.get(request);
          const actor = call === auditedSignIn ? await signedIn(request.body) : (known?.actor ?? null);
          if (!actor) return;
          const id = call.subject && parameterOf(request, call.subject);
          await audit.record({ kind: call.kind, actor, subject: id === undefined ? null : { id, name: known?.name ?? null } });
        } catch (error) {
          log.error({ err: error, kind: call.kind }, 'An entry of the audit log could not be written');
        }
      });
    },
  };
}

function parameterOf({ params }: FastifyRequest, name: AuditSubject): string | undefined {
  const entry = typeof params === 'object' && params !== null ? Object.entries(params).find(([key]) => key === name) : undefined;
  return typeof entry?.[1] === 'string' ? entry[1] : undefined;
}
