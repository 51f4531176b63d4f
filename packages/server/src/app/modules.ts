import type { RtspSource } from '@watchpost/contract/schemas/add-camera';
import type { FastifyInstance } from 'fastify';
import type { Tokens } from '../kernel/tokens.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ServerConfig } from '../kernel/config.ts';
import type { Logger } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import type { UpgradeRouter } from '../kernel/upgrade.ts';
import type { Db } from '../db/database.ts';
import { createAddCameraService, registerAddCameraRoutes, registerAgentSocket, type AgentSocket } from '../features/add-camera/index.ts';
import { createAgentLinks, createIngest, createNetworkPolicy, createPushSource, createRtspSource, probeRtsp } from '../media/ingest/index.ts';
import type { Source } from '../media/media-types.ts';
import { createStreamRegistry } from '../media/stream/stream-registry.ts';
import type { AccessTokenReader, CameraAccessResolver, CamerasService, CameraStatusProvider, PreviewProvider, StoredCamera } from '../features/cameras/index.ts';

/** Everything that carries video: from sources to viewers and to disk. */
export interface Modules {
  readonly status: CameraStatusProvider;
  readonly previews: PreviewProvider;
  registerRoutes(app: FastifyInstance, deps: ModuleRoutesDeps): { createRegistrationToken: (customerId: string) => Promise<string> };
  /** Pulls or awaits a camera's video and records it. */
  start(camera: StoredCamera): void;
  /** Stops it and deletes what it recorded. */
  remove(cameraId: string): Promise<void>;
  /** Hangs up on viewers and sources, finishes the segments under way; once, however often it is called. */
  close(): Promise<void>;
}

export interface ModulesDeps {
  readonly config: ServerConfig;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface ModuleRoutesDeps {
  readonly upgrades: UpgradeRouter;
  readonly readAccessToken: AccessTokenReader;
  readonly tokens: Tokens;
  readonly cameras: CamerasService;
  readonly access: CameraAccessResolver;
}

export async function createModules({ config, db, clock, log }: ModulesDeps): Promise<Modules> {
  const network = createNetworkPolicy({ allowPrivate: config.allowPrivateNetworks, allowLoopback: config.allowLoopbackSources });
  const links = createAgentLinks();
  const streams = createStreamRegistry({ clock, log });
  const ingest = createIngest({ clock, log, streams });
  const stopWaking = links.onAdded((cameraId) => ingest.wake(cameraId));

  const openSource = ({ id, source }: StoredCamera): Source =>
    source.kind === 'rtsp' ? createRtspSource({ ...source, clock, log, network }) : createPushSource({ cameraId: id, links, clock });

  const close = async (): Promise<void> => {
    stopWaking();
    agents?.close();
    await ingest.close();
  };
  let closing: Promise<void> | undefined;
  let agents: AgentSocket | undefined;

  return {
    status: ingest,
    previews: { preview: () => null, read: async () => new Uint8Array([0xff, 0xd8, 0xff, 0xd9]) },
    registerRoutes: (app, { upgrades, tokens, cameras }) => {
      const probe = (source: RtspSource) => probeRtsp({ ...source, clock, network });
      const service = createAddCameraService({ db, clock, tokens, cameras, probe });
      registerAddCameraRoutes(app, { service });
      agents = registerAgentSocket({ upgrades, links, findAgent: service.findAgent, clock, log });
      return { createRegistrationToken: async (customerId) => (await service.createRegistrationToken(customerId)).registrationToken };
    },
    start: (camera) => ingest.start({ id: camera.id, openSource: () => openSource(camera) }),
    remove: async (cameraId) => {
      agents?.disconnect(cameraId);
      await ingest.stop(cameraId);
      streams.close(cameraId);
    },
    close: () => (closing ??= close()),
  };
}
