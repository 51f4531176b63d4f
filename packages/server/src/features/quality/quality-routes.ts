import { getQualitySummary, sendQualityReport } from '@watchpost/contract/endpoints/quality';
import { qualityReportQuery, qualityReportSchema, qualitySummaryQuery, qualitySummarySchema } from '@watchpost/contract/schemas/quality';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { registerRoute } from '../../kernel/http.ts';
import type { QualityService } from './quality-service.ts';

export function registerQualityRoutes(app: FastifyInstance, { service }: { readonly service: QualityService }): void {
  registerRoute(
    app,
    sendQualityReport,
    {
      access: 'viewer',
      right: 'watch',
      query: qualityReportQuery,
      body: qualityReportSchema,
      response: { 204: z.undefined() },
      summary: 'Reports how a view of a camera went; a player sends it by itself',
    },
    async ({ camera, body, request }) => {
      await service.record(camera, request.ip, body);
    },
  );

  registerRoute(
    app,
    getQualitySummary,
    {
      access: 'session',
      query: qualitySummaryQuery,
      response: { 200: qualitySummarySchema },
      summary: 'How well cameras play, by camera and browser',
    },
    ({ viewer, query, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return service.summary(viewer.customerId, query.days);
    },
  );
}
