import { join } from 'node:path';
import type { CameraBattery } from '@watchpost/contract/protocols/control';
import type { OnvifSource, RtspSource } from '@watchpost/contract/schemas/add-camera';
import { restartCommand, writeNetworkCommand } from '@watchpost/contract/schemas/camera-settings';
import { restartFirmwareCommand } from '@watchpost/contract/schemas/firmware';
import { createOnvifDiscovery, createOnvifPtz, networkAddresses, onvifNetwork, onvifSettings, type OnvifAccess } from '@watchpost/onvif';
import type { FastifyInstance } from 'fastify';
import type { Tokens } from '../kernel/tokens.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ServerConfig } from '../kernel/config.ts';
import type { Logger } from '../kernel/log.ts';
import type { Metrics } from '../kernel/metrics.ts';
import { createNetworkPolicy } from '../kernel/network/network-policy.ts';
import type { Signer } from '../kernel/signing.ts';
import type { UpgradeRouter } from '../kernel/upgrade.ts';
import type { Broker } from '../adapters/broker/port.ts';
import type { Db } from '../db/database.ts';
import { createAddCameraService, createAgentAccess, createCameraSearch, createFoundPictures, createLocalCameras, registerAddCameraRoutes, registerAgentSocket, type AgentSocket } from '../features/add-camera/index.ts';
import { registerArchiveRoutes } from '../features/archive/index.ts';
import { createCameraSettingsService, createDeviceSettingsService, readCameraSettings, registerCameraSettingsRoutes } from '../features/camera-settings/index.ts';
import { createEventsService, registerEventsRoutes, type EventsService } from '../features/events/index.ts';
import { createFirmwareCatalogue, createFirmwareService, registerFirmwareRoutes } from '../features/firmware/index.ts';
import { registerPlayerRoutes } from '../features/player/index.ts';
import { createPtzService, registerPtzRoutes } from '../features/ptz/index.ts';
import { createSdCardService, createSdCardVideos, registerSdCardRoutes } from '../features/sd-card/index.ts';
import { createCameraSnapshots, createCameraUploads, registerCameraSnapshotsRoutes, registerCameraUploadsRoutes } from '../features/cameras/index.ts';
import type { LocationsService } from '../features/locations/index.ts';
import { probeRtsp, type Ingest } from '../media/ingest/index.ts';
import { createAgentControl } from '../media/control/agent-control.ts';
import { createCameraControl, type ControlDriver } from '../media/control/camera-control.ts';
import { createGridDecoder } from '../media/detection/grid-decoder.ts';
import { createMotionWatch, type Motion } from '../media/detection/motion-watch.ts';
import { createArchive } from '../media/index.ts';
import { createOnvifControl } from '../media/onvif/onvif-control.ts';
import { readOnvifPicture, readOnvifSource } from '../media/onvif/onvif-source.ts';
import type { DecodePicture } from '../media/playback/archive-pictures.ts';
import type { RecordingSettings } from '../media/recording/recorder.ts';
import { choosePictureDecoder } from '../media/snapshots/choose-decoder.ts';
import { createSnapshots } from '../media/snapshots/snapshots.ts';
import type { AccessTokenReader, CameraAccessResolver, CamerasService, CameraStatusProvider, PreviewProvider, StoredCamera } from '../features/cameras/index.ts';
import type { Doorkeeper } from './broker.ts';
import { createCameraPlaces } from './camera-places.ts';
import { createLiveSide } from './live-side.ts';
import { measureMedia } from './media-metrics.ts';

/** Everything that carries video: from sources to viewers and to disk. */
export interface Modules {
  readonly status: CameraStatusProvider;
  readonly previews: PreviewProvider;
  /** Called whenever the state of a camera changes. */
  readonly onStatus: Ingest['onStatus'];
  /** Called when somebody has a camera do what takes it away for a while. */
  readonly onRestart: (listener: (cameraId: string) => void) => void;
  /** As the camera told it last, also before it went away; null for one that tells nothing. */
  readonly lastBattery: (cameraId: string) => CameraBattery | null;
  registerRoutes(app: FastifyInstance, deps: ModuleRoutesDeps): { createRegistrationToken: (customerId: string) => Promise<string>; events: EventsService };
  /** Pulls or awaits a camera's video and records it. */
  start(camera: StoredCamera): void;
  /** Stops it and hangs up on its agent and its viewers; what it recorded stays, and `resume` brings it back. */
  suspend(cameraId: string): Promise<void>;
  /** Starts it after it was suspended; what it saw meanwhile is never recorded. */
  resume(camera: StoredCamera): void;
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
  readonly broker: Broker;
  readonly doorkeeper: Doorkeeper;
}

export interface ModuleRoutesDeps {
  readonly upgrades: UpgradeRouter;
  readonly readAccessToken: AccessTokenReader;
  readonly isSessionRunning: (familyId: string) => Promise<boolean>;
  readonly tokens: Tokens;
  readonly cameras: CamerasService;
  readonly access: CameraAccessResolver;
  readonly locations: Pick<LocationsService, 'camerasIn'>;
  /** Signs clips. */
  readonly signer: Signer;
}

/** Pixels: as large as a form shows it. */
const foundPictureWidth = 480;

/** After these a camera is away for a while. */
const restartingCommands: ReadonlySet<string> = new Set([restartCommand.name, restartFirmwareCommand.name, writeNetworkCommand.name]);

export async function createModules({ config, db, clock, log, metrics, broker, doorkeeper }: ModulesDeps): Promise<Modules> {
  const network = createNetworkPolicy({ allowPrivate: config.allowPrivateNetworks, allowLoopback: config.allowLoopbackSources });
  const side = createLiveSide({ clock, log, network, config });
  const { streams, links, ingest, live, hls, whep } = side;
  const agentControl = createAgentControl({ broker, clock, isConnected: (cameraId) => links.get(cameraId) !== null });
  const onvifAccess = new Map<string, OnvifAccess>();
  const onvifControl = createOnvifControl({ clock, network, accessOf: (cameraId) => onvifAccess.get(cameraId) ?? null, handlers: [...onvifSettings, ...onvifNetwork, ...createOnvifPtz()] });
  // An agent says itself when its stream is another one.
  const onStreamChange = (cameraId: string): void => {
    if (onvifAccess.has(cameraId)) ingest.reopen(cameraId);
  };
  /** Of the cameras that are started. */
  const drivers = new Map<string, ControlDriver>();
  const restartListeners: ((cameraId: string) => void)[] = [];
  const onSend = (cameraId: string, name: string): void => {
    if (restartingCommands.has(name)) for (const listener of restartListeners) listener(cameraId);
  };
  const control = createCameraControl({ driverOf: (cameraId) => drivers.get(cameraId) ?? null, onSend });
  const ptz = createPtzService({ db, clock, log, control });
  const firmware = createFirmwareService({
    clock,
    log,
    control,
    catalogue: createFirmwareCatalogue({ folder: join(config.dataDir, 'firmware'), log }),
    modelOf: async (cameraId) => (await db.selectFrom('cameras').select('model').where('id', '=', cameraId).executeTakeFirst())?.model ?? null,
  });
  const sdCards = createSdCardService({ control, isOffline: (cameraId) => ingest.status(cameraId).state === 'offline', clock, log });

  const decoder = await choosePictureDecoder({ ffmpegPath: config.ffmpegPath, clock, log });
  const snapshots = await createSnapshots({ log, streams, decoder, folder: join(config.dataDir, 'previews') });
  const decode: DecodePicture = async (video, options) => (await decoder?.decode(video, options)) ?? null;
  const readSettings = async (cameraId: string): Promise<RecordingSettings> => {
    const [{ archiveRecording, isSoundRecorded }, camera] = await Promise.all([
      readCameraSettings(db, cameraId),
      db.selectFrom('cameras').select('archive_days').where('id', '=', cameraId).executeTakeFirst(),
    ]);
    return { mode: archiveRecording, isSoundRecorded, hasPlan: (camera?.archive_days ?? 0) > 0 };
  };
  const archive = await createArchive({ db, clock, log, dataDir: config.dataDir, streams, decode, readSettings, warmDecoder: () => decoder?.warm?.() });
  const onMotion = (told: Motion): void => {
    archive.recorder.onMotion(told.cameraId, told.kind, told.at);
    events?.onMotion(told);
    sdCards.onMotion(told.cameraId, told.kind === 'began');
  };
  const motion = createMotionWatch({ streams, decoder: createGridDecoder({ clock, log }), clock, onMotion, onLevel: (cameraId, at, level) => events?.onLevel(cameraId, at, level) });
  measureMedia({ registry: metrics.registry, streams, live, archive });

  const close = async (): Promise<void> => {
    // What moves is stopped while there is still a way to it.
    await ptz.close();
    firmware.close();
    sdCards.close();
    agentControl.close();
    onvifControl.close();
    agents?.close();
    await side.close();
    motion.close();
    await events?.close();
    snapshots.close();
    await archive.close();
    decoder?.close?.();
  };
  let closing: Promise<void> | undefined;
  let agents: AgentSocket | undefined;
  let events: EventsService | undefined;

  const start = (camera: StoredCamera): void => {
    archive.recorder.start(camera.id);
    snapshots.start(camera.id);
    const { source } = camera;
    if (source.kind !== 'rtsp') drivers.set(camera.id, agentControl);
    else if (source.device) {
      onvifAccess.set(camera.id, { address: source.device.address, username: source.username, password: source.password });
      drivers.set(camera.id, onvifControl);
    }
    side.start(camera);
    ptz.start(camera.id).catch((error: unknown) => log.error({ err: error, cameraId: camera.id }, 'The camera does not patrol'));
    events?.start(camera.id).catch((error: unknown) => log.error({ err: error, cameraId: camera.id }, 'Motion is not looked for'));
  };
  const halt = async (cameraId: string): Promise<void> => {
    ptz.stop(cameraId);
    firmware.forget(cameraId);
    drivers.delete(cameraId);
    onvifAccess.delete(cameraId);
    onvifControl.forget(cameraId);
    await side.stop(cameraId);
    await archive.recorder.stop(cameraId);
    motion.forget(cameraId);
    streams.close(cameraId);
  };

  return {
    status: { status: ingest.status, hasSpeaker: (cameraId) => links.get(cameraId)?.capabilities.speaker ?? false, battery: (cameraId) => control.report(cameraId)?.battery ?? null, firmwareVersion: (cameraId) => control.report(cameraId)?.firmwareVersion ?? null },
    previews: snapshots,
    onStatus: ingest.onStatus,
    onRestart: (listener) => void restartListeners.push(listener),
    lastBattery: (cameraId) => agentControl.lastReport(cameraId)?.battery ?? null,
    registerRoutes: (app, { upgrades, tokens, cameras, access, locations, readAccessToken, isSessionRunning, signer }) => {
      const probe = (source: RtspSource) => probeRtsp({ ...source, clock, network });
      const readOnvif = (source: OnvifSource) => readOnvifSource({ ...source, clock, network });
      const service = createAddCameraService({ db, clock, tokens, cameras, probe, readOnvif });
      const discovery = config.allowPrivateNetworks ? createOnvifDiscovery({ clock, log, network, localAddresses: () => networkAddresses({ withLoopback: config.allowLoopbackSources }) }) : null;
      const search = createCameraSearch({ clock, discovery, cameras });
      const pictures = createFoundPictures({
        clock,
        search,
        readSnapshot: (camera, signal) => readOnvifPicture({ ...camera, clock, network, signal }),
        shrink: (jpeg, signal) => decode(jpeg, { width: foundPictureWidth, isJpeg: true, signal }),
      });
      registerAddCameraRoutes(app, { service, search, pictures, local: createLocalCameras({ clock, network, service }) });
      registerPlayerRoutes(app, { upgrades, tokens, clock, access, readAccessToken, isSessionRunning, live, hls, whep, publicOrigin: config.publicOrigin });
      registerArchiveRoutes(app, { playback: archive.playback, clips: archive.clips, deleteFootage: archive.deleteFootage, signer, clock, cameras });
      const settings = createCameraSettingsService({
        db,
        onChange: (cameraId, { archiveRecording, isSoundRecorded }) => {
          archive.recorder.setMode(cameraId, archiveRecording);
          archive.recorder.setSound(cameraId, isSoundRecorded);
        },
      });
      registerPtzRoutes(app, { service: ptz });
      registerFirmwareRoutes(app, { service: firmware, findAgent: service.findAgent });
      const uploads = createCameraUploads();
      registerCameraUploadsRoutes(app, { uploads, findAgent: service.findAgent });
      registerCameraSnapshotsRoutes(app, { snapshots: createCameraSnapshots({ control, uploads, clock, isOnline: (cameraId) => ingest.status(cameraId).state === 'online', readNewest: snapshots.readNewest }) });
      registerSdCardRoutes(app, { service: sdCards, videos: createSdCardVideos({ control, uploads, clock }), access });
      const move = async (cameraId: string, host: string): Promise<void> => {
        const moved = await cameras.changeHost(cameraId, host);
        await halt(cameraId);
        side.beginAnew(cameraId);
        start(moved);
      };
      const places = createCameraPlaces({ access: onvifAccess, control: onvifControl, move });
      registerCameraSettingsRoutes(app, { service: settings, device: createDeviceSettingsService({ clock, control, cameras, places, isAllowed: network.isAllowed, onStreamChange }) });
      events = createEventsService({ db, clock, log, folder: join(config.dataDir, 'events'), motion, cameras, camerasIn: locations.camerasIn, decode });
      registerEventsRoutes(app, { service: events });
      doorkeeper.add(createAgentAccess({ findAgent: service.findAgent }));
      agents = registerAgentSocket({ upgrades, links, findAgent: service.findAgent, publicOrigin: config.publicOrigin, clock, log });
      return { createRegistrationToken: async (customerId) => (await service.createRegistrationToken(customerId)).registrationToken, events };
    },
    start,
    resume: (camera) => {
      side.beginAnew(camera.id);
      start(camera);
    },
    suspend: async (cameraId) => {
      agents?.pause(cameraId);
      snapshots.stop(cameraId);
      await halt(cameraId);
    },
    remove: async (cameraId) => {
      agents?.disconnect(cameraId);
      agentControl.forget(cameraId);
      await halt(cameraId);
      await Promise.all([snapshots.remove(cameraId), archive.retention.forget(cameraId), events?.remove(cameraId)]);
    },
    close: () => (closing ??= close()),
  };
}
