import { callEvery } from '@watchpost/contract/timing/clock';
import { ConfigError, type ServerConfig } from '../../kernel/config.ts';
import { inBackground } from '../../kernel/limits/database-wait.ts';
import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { explainListenError } from '../../kernel/settings/listen-address.ts';
import type { ViewingTracker } from '../../kernel/access/viewing.ts';
import type { StreamLinks } from '../../kernel/access/stream-link.ts';
import { createMotionOfEvents, type MotionOfEvents } from '../../media/onvif-server/onvif-motion.ts';
import { createOnvifServer } from '../../media/onvif-server/onvif-server.ts';
import { createPlausibleTime } from '../../media/retention/plausible-time.ts';
import { readCertificate, watchCertificate, type Certificate } from '../../media/rtsp-server/rtsp-certificate.ts';
import { createRtspServer } from '../../media/rtsp-server/rtsp-server.ts';
import type { StreamRegistry } from '../../media/stream/stream-registry.ts';
import type { AccessWatch, CameraAccessResolver, CameraSnapshots } from '../cameras/index.ts';
import type { LiveHls } from '../player/index.ts';
import type { PtzService } from '../ptz/index.ts';
import { createNodeSteering, registerNodeSteering } from './steering/stream-links-node-steering.ts';
import { createLinkSteering } from './steering/stream-links-steering.ts';
import { createStreamLinkAccess } from './stream-links-access.ts';
import { createOnvifAuthorizer } from './stream-links-onvif.ts';
import { registerStreamPlaybackRoutes } from './stream-links-playback-routes.ts';
import { registerStreamLinksRoutes } from './stream-links-routes.ts';
import { createRtspAuthorizer } from './stream-links-rtsp.ts';
import { createStreamLinksService, type StreamLinksServiceDeps } from './stream-links-service.ts';
import { publicUrlOf } from '../../kernel/network/base-path.ts';

interface StreamLinksModuleDeps extends Omit<StreamLinksServiceDeps, 'origins'> {
  readonly config: Pick<ServerConfig, 'publicOrigin' | 'basePath' | 'host' | 'rtspPort' | 'onvifPort' | 'rtspCertificate'>;
  readonly log: Logger;
  readonly streams: StreamRegistry;
  readonly streamLinks: StreamLinks;
  readonly access: CameraAccessResolver;
  readonly watchAccess: AccessWatch;
  readonly viewings: ViewingTracker;
  readonly liveHls: LiveHls;
  readonly snapshots: CameraSnapshots;
  readonly ptz: PtzService;
  /** Where cameras are, when several servers share them; null where one runs alone. */
  readonly cluster: { readonly addressOf: (cameraId: string) => Promise<string | null> } | null;
}

interface StreamLinksModule extends ServerModule {
  /** Notes an event, for recorders that learn of motion. */
  readonly onEvent: MotionOfEvents['note'];
}

const pruneIntervalMs = 3_600_000;

/** Plays cameras to other software: addresses for RTSP, HLS and pictures that need no header, each named and revocable. */
export function createStreamLinksModule(deps: StreamLinksModuleDeps): StreamLinksModule {
  const { config, clock, log, watchAccess, viewings, streams, cluster } = deps;
  let ownUrl = '';
  let rtspPort: number | null = null;
  let onvifPort: number | null = null;
  const isEncrypted = config.rtspCertificate !== null;
  const rtspOrigin = (hostname: string): string => `${isEncrypted ? 'rtsps' : 'rtsp'}://${hostname}:${rtspPort}`;
  const origins = () => {
    const http = publicUrlOf(config) ?? ownUrl;
    const { hostname } = new URL(http);
    return {
      http,
      rtsp: rtspPort === null ? null : rtspOrigin(hostname),
      onvif: onvifPort === null ? null : `${isEncrypted ? 'https' : 'http'}://${hostname}:${onvifPort}`,
    };
  };
  const links = createStreamLinkAccess(deps);
  const service = createStreamLinksService({ ...deps, origins });
  const rtsp = createRtspServer({ authorizer: createRtspAuthorizer({ links, watchAccess, viewings }), streams, clock, log });
  const motion = createMotionOfEvents(clock);
  const ownSteering = createLinkSteering({ ...deps, links });
  const steering = cluster ? createNodeSteering({ ...deps, links, own: ownSteering, addressOf: cluster.addressOf }) : ownSteering;
  const authorizer = createOnvifAuthorizer({ ...deps, links });
  const onvif = createOnvifServer({ authorizer, streams, motion, steering, rtspOrigin, clock, log });
  // A clock that jumps must not delete anything early.
  const plausibleNow = createPlausibleTime(clock);
  const prune = (): void =>
    void inBackground(() => service.prune(plausibleNow())).catch((error: unknown) =>
      log.warn({ err: error }, 'Old stream links could not be deleted; retrying'),
    );
  const explain =
    (setting: string) =>
    (error: unknown): never => {
      const reason = explainListenError(error, setting);
      throw reason === null ? error : new ConfigError(reason);
    };
  const readOwnCertificate = async (): Promise<Certificate | null> => {
    if (!config.rtspCertificate) return null;
    return readCertificate(config.rtspCertificate).catch((cause: unknown) => {
      const { certFile, keyFile } = config.rtspCertificate ?? {};
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new ConfigError(
        `RTSP can't be encrypted with ${certFile} and ${keyFile}: ${reason}.\nGive the PEM files of a certificate with its chain (RTSP_TLS_CERT) and of its key (RTSP_TLS_KEY).`,
        { cause },
      );
    });
  };
  const stops: (() => void)[] = [];
  return {
    name: 'stream links',
    routes: (app) => {
      registerStreamLinksRoutes(app, { service });
      registerStreamPlaybackRoutes(app, { ...deps, links });
      if (cluster) registerNodeSteering(app, { ...deps, own: ownSteering });
    },
    start: async () => {
      if (config.rtspPort !== null) {
        const certificate = await readOwnCertificate();
        rtspPort = await rtsp.listen(config.host, config.rtspPort, certificate).catch(explain('RTSP_PORT=8555'));
        if (config.onvifPort !== null)
          onvifPort = await onvif.listen(config.host, config.onvifPort, certificate).catch(explain('ONVIF_PORT=8001'));
        const onRenewed = (next: Certificate): void => {
          rtsp.renewCertificate(next);
          onvif.renewCertificate(next);
        };
        if (config.rtspCertificate && certificate)
          stops.push(watchCertificate(config.rtspCertificate, certificate, { clock, log, of: 'RTSP', onRenewed }));
      }
      stops.push(callEvery(clock, pruneIntervalMs, prune));
    },
    onEvent: motion.note,
    listening: (url) => void (ownUrl = url),
    stop: async () => {
      for (const stop of stops) stop();
      motion.close();
      await Promise.all([rtsp.close(), onvif.close()]);
    },
  };
}
