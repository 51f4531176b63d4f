import { countAccessLog, exportAccessLog, getAccessLog } from '@watchpost/contract/endpoints/sharing';
import { pickLocale } from '@watchpost/contract/kernel';
import {
  accessLogCountsSchema,
  accessLogFilterQuery,
  accessLogPageSchema,
  accessLogQuery,
  exportAccessLogQuery,
} from '@watchpost/contract/schemas/sharing';
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
// Node's own class, because the browser's has no `from`.
import { ReadableStream } from 'node:stream/web';
import { registerRoute } from '../../../kernel/http.ts';
import type { AccessLogService } from './sharing-log-service.ts';

const unkept = 'private, no-store';

export function registerAccessLogRoutes(app: FastifyInstance, { service }: { readonly service: AccessLogService }): void {
  registerRoute(
    app,
    getAccessLog,
    {
      access: 'session',
      query: accessLogQuery,
      response: { 200: accessLogPageSchema },
      summary: 'What happened to the cameras that the caller manages, newest first',
    },
    ({ viewer, query, reply }) => {
      reply.header('cache-control', unkept);
      return service.page(viewer.customerId, query);
    },
  );

  registerRoute(
    app,
    countAccessLog,
    {
      access: 'session',
      query: accessLogFilterQuery,
      response: { 200: accessLogCountsSchema },
      summary: 'How many entries each kind has',
    },
    ({ viewer, query, reply }) => {
      reply.header('cache-control', unkept);
      return service.counts(viewer.customerId, query);
    },
  );

  registerRoute(
    app,
    exportAccessLog,
    {
      access: 'session',
      query: exportAccessLogQuery,
      response: { 200: { contentType: 'text/csv; charset=utf-8; header=present' } },
      summary: 'All entries of the filter as CSV, newest first',
    },
    async ({ viewer, query, request, reply }) => {
      const { timeZone, ...filter } = query;
      const locale = pickLocale(request.headers['accept-language']);
      const file = await service.exportCsv(viewer.customerId, filter, { locale, timeZone });
      reply.header('cache-control', unkept).header('content-disposition', `attachment; filename="${file.name}"`);
      // Fastify would read a Node stream to its end to answer HEAD; it cancels this one.
      if (request.method === 'HEAD') return ReadableStream.from([]);
      return Readable.from(file.read(), { objectMode: false });
    },
  );
}
