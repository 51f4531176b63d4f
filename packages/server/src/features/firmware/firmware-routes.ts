import { downloadFirmware, getLatestFirmware, updateFirmware } from '@watchpost/contract/endpoints/firmware';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import { firmwareParameters, firmwareSchema } from '@watchpost/contract/schemas/firmware';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/app-error.ts';
import { registerRoute } from '../../kernel/http.ts';
import type { FirmwareService } from './firmware-service.ts';

export interface FirmwareRoutesDeps {
  readonly service: FirmwareService;
  readonly findAgent: (agentToken: string) => Promise<{ readonly cameraId: string } | null>;
}

export function registerFirmwareRoutes(app: FastifyInstance, { service, findAgent }: FirmwareRoutesDeps): void {
  const managed = { access: 'camera', right: 'settings', params: cameraParameters } as const;
  registerRoute(
    app,
    getLatestFirmware,
    {
      ...managed,
      response: { 200: firmwareSchema },
      summary: 'The firmware of a camera: installed and available versions, progress of an update',
    },
    ({ camera }) => service.get(camera.cameraId),
  );
  registerRoute(app, updateFirmware, { ...managed, response: { 202: firmwareSchema }, summary: 'Starts an update' }, ({ camera }) =>
    service.update(camera.cameraId),
  );
  registerRoute(
    app,
    downloadFirmware,
    {
      access: 'public',
      params: firmwareParameters,
      response: { 200: { contentType: 'application/gzip' } },
      summary: 'The firmware package for this camera model; authenticated by the agent token',
    },
    async ({ request, params, reply }) => {
      const token = agentTokenOf(request);
      const agent = token === null ? null : await findAgent(token);
      if (!agent) throw new AppError('unauthorized');
      const { size, content } = await service.open(agent.cameraId, params.version);
      reply.header('content-length', size).header('cache-control', 'private, no-store');
      return content;
    },
  );
}

function agentTokenOf({ headers }: FastifyRequest): string | null {
  return /^Bearer ([\w-]{16,256})$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}
