import {
  changeOperatorSetting,
  exportAuditLog,
  getAuditLog,
  getOperator,
  getOperatorOverview,
  getOperatorSettings,
} from '@watchpost/contract/endpoints/operator';
import { pickLocale } from '@watchpost/contract/kernel';
import {
  auditFilterQuery,
  auditLogPageSchema,
  auditLogQuery,
  changeSettingBody,
  operatorOverviewSchema,
  operatorSchema,
  operatorSettingsSchema,
  settingParameters,
} from '@watchpost/contract/schemas/operator';
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
// Node's own class, because the browser's has no `from`.
import { ReadableStream } from 'node:stream/web';
import { AppError } from '../../kernel/app-error.ts';
import { registerRoute } from '../../kernel/http.ts';
import { auditCsvHeader, auditCsvRows } from './audit/operator-audit-csv.ts';
import type { AuditLog } from './audit/operator-audit-log.ts';
import type { OperatorService } from './operator-service.ts';
import type { OperatorSettingsService } from './settings/operator-settings.ts';

interface OperatorRoutesDeps {
  readonly service: OperatorService;
  readonly settings: OperatorSettingsService;
  readonly audit: AuditLog;
  readonly isOperator: (customerId: string) => Promise<boolean>;
}

const entriesPerChunk = 500;
const unkept = 'private, no-store';

/** All calls but the first are for operators; anyone else is refused before anything is read. */
export async function registerOperatorRoutes(app: FastifyInstance, deps: OperatorRoutesDeps): Promise<void> {
  const { service, settings, audit, isOperator } = deps;
  registerRoute(
    app,
    getOperator,
    { access: 'session', response: { 200: operatorSchema }, summary: 'Whether the caller operates this server' },
    async ({ viewer, reply }) => {
      reply.header('cache-control', unkept);
      return { isOperator: await isOperator(viewer.customerId) };
    },
  );

  await app.register(async (scope) => {
    // After the session is known, and before the query and the body are validated.
    scope.addHook('preParsing', async ({ viewer }, reply) => {
      if (!viewer || !(await isOperator(viewer.customerId))) throw new AppError('forbidden');
      reply.header('cache-control', unkept);
    });

    registerRoute(
      scope,
      getOperatorOverview,
      { access: 'session', response: { 200: operatorOverviewSchema }, summary: 'What the server does now, and what needs its operator' },
      () => service.overview(),
    );

    registerRoute(
      scope,
      getOperatorSettings,
      {
        access: 'session',
        response: { 200: operatorSettingsSchema },
        summary: 'Settings that apply without a restart, and where each comes from, for the operator',
      },
      () => settings.list(),
    );

    registerRoute(
      scope,
      changeOperatorSetting,
      {
        access: 'session',
        params: settingParameters,
        body: changeSettingBody,
        response: { 200: operatorSettingsSchema },
        summary: 'Changes a setting on every node without a restart, for the operator; null returns it to what the server started with',
      },
      ({ params, body }) => settings.change(params.name, body.value),
    );

    registerRoute(
      scope,
      getAuditLog,
      {
        access: 'session',
        query: auditLogQuery,
        response: { 200: auditLogPageSchema },
        summary: 'Who did what on this server, newest first, for the operator',
      },
      ({ query: { cursor, limit, ...filter } }) => audit.page(filter, { cursor: cursor ?? null, limit }),
    );

    registerRoute(
      scope,
      exportAuditLog,
      {
        access: 'session',
        query: auditFilterQuery,
        response: { 200: { contentType: 'text/csv; charset=utf-8; header=present' } },
        summary: 'All entries of the filter as CSV, for the operator',
      },
      async ({ query, request, reply }) => {
        const locale = pickLocale(request.headers['accept-language']);
        reply.header('content-disposition', 'attachment; filename="audit-log.csv"');
        // Fastify would read a Node stream to its end to answer HEAD; it cancels this one.
        if (request.method === 'HEAD') return ReadableStream.from([]);
        const read = async function* () {
          yield auditCsvHeader(locale);
          for (let cursor: string | null = null; ;) {
            const page = await audit.page(query, { cursor, limit: entriesPerChunk });
            yield auditCsvRows(page.entries, locale);
            cursor = page.next;
            if (cursor === null) return;
            // SQLite answers at once, and so may the connection: video is sent in between.
            await nextTurn();
          }
        };
        return Readable.from(read(), { objectMode: false });
      },
    );
  });
}
