import { createPaymentProvider } from '../adapters/payments/create-provider.ts';
import { createTelegram } from '../adapters/telegram/create-telegram.ts';
import { createAgentRelay } from '../cluster/agent-relay.ts';
import { relayToNodes } from '../cluster/node-relay.ts';
import { listLostCameras, listNodes } from '../cluster/node-store.ts';
import { createAccountModule, createOperators } from '../features/account/index.ts';
import { createAddCameraModule } from '../features/add-camera/index.ts';
import { createApiKeysModule } from '../features/api-keys/index.ts';
import { createArchivePlaybackModule } from '../features/archive/index.ts';
import { createBillingModule, readHasPlan, readPaidCameras, readPausedCameras, readReducedCameras } from '../features/billing/index.ts';
import { createBookmarksModule } from '../features/bookmarks/index.ts';
import { createCameraSettingsModule, readRecordingSettings } from '../features/camera-settings/index.ts';
import {
  createAccessWatch,
  createCameraAccess,
  createCameraAudience,
  createCameraSnapshotsModule,
  createCamerasModule,
  type CamerasService,
} from '../features/cameras/index.ts';
import { createEmbedDirectory, createEmbedsModule } from '../features/embeds/index.ts';
import { createEventsModule, readEventMaker, readEventMessage } from '../features/events/index.ts';
import { createFeedbackModule } from '../features/feedback/index.ts';
import { createFirmwareModule } from '../features/firmware/index.ts';
import { createHomeMqttModule } from '../features/home-mqtt/index.ts';
import { createLocationsModule } from '../features/locations/index.ts';
import { createNotificationsModule } from '../features/notifications/index.ts';
import { createAuditModule, createOperatorModule } from '../features/operator/index.ts';
import { createPlayerModule } from '../features/player/index.ts';
import { createPtzModule } from '../features/ptz/index.ts';
import { createQualityModule } from '../features/quality/index.ts';
import { createSdCardModule } from '../features/sd-card/index.ts';
import { createOneTimeCodes, createSessionModule } from '../features/session/index.ts';
import { createAccessLog, createAccessLogModule, createSharingModule, createViewingsModule } from '../features/sharing/index.ts';
import {
  createPlugInDetectionsModule,
  createSmartEventsModule,
  createSmartEventsOfMotion,
  createSoundDetectionsModule,
} from '../features/smart-events/index.ts';
import { cameraOfStreamLink, createStreamLinkDirectory, createStreamLinksModule } from '../features/stream-links/index.ts';
import { announceByTelegram, createTelegramModule, readEventPicture, type TelegramModule } from '../features/telegram/index.ts';
import { createTimelapseModule } from '../features/timelapse/index.ts';
import { createVideoWallModule } from '../features/video-wall/index.ts';
import { createWebhooksModule } from '../features/webhooks/index.ts';
import { inBackground } from '../kernel/limits/database-wait.ts';
import { createAccountNetworks } from '../kernel/network/account-networks.ts';
import { publicUrlOf } from '../kernel/network/base-path.ts';
import { createNetworkPolicy } from '../kernel/network/network-policy.ts';
import { createArchiveModule } from '../media/archive-module.ts';
import { createCameraControlModule } from '../media/control/camera-control-module.ts';
import { createDetectionMerge } from '../media/detection/detection-merge.ts';
import { createAgentLinks, createPasswordMemory } from '../media/ingest/index.ts';
import { createLiveMediaModule } from '../media/live-media-module.ts';
import { createObjectsModule } from '../media/objects/objects-module.ts';
import { createOnvifEventsModule } from '../media/onvif/onvif-events-module.ts';
import { createSnapshotsModule } from '../media/snapshots/snapshots-module.ts';
import { createSoundModule } from '../media/sound/sound-module.ts';
import { createStreamsModule } from '../media/stream/streams-module.ts';
import { createAccountCameras } from './account-cameras.ts';
import { createClusterModule, createWhereHeld, followLeases } from './cluster-module.ts';
import { createBrokerModule, createHomeBrokerConnect } from './broker-module.ts';
import { createCameraStatus } from './camera-status.ts';
import { createChannelTests } from './notices/channel-tests.ts';
import { createDemoModule } from './demo.ts';
import { createEventNotices } from './notices/event-notices.ts';
import { createGuardsModule } from './guards.ts';
import { createHttpModule, type HttpModule } from './http-module.ts';
import { createHttpsModule } from './https-module.ts';
import { createLiveUpdatesModule } from './live-updates-module.ts';
import { createMailModule } from './mail-module.ts';
import { measureMedia, traceConnects } from './media-metrics.ts';
import type { ModuleList } from './module-list.ts';
import { createNodePicturesModule } from './nodes/node-pictures.ts';
import { countPushes, createPush } from './push.ts';
import type { ServerContext } from './server-context.ts';
import { createStatusNotices, offlineSince } from './notices/status-notices.ts';

/**
 * Creates every module of the server. The order is that of the dependencies: a module is added after those that it uses,
 * so it starts after them and stops before them. Modules that disconnect clients come after `http`, which then drains.
 */
export async function createModules(
  { add, cameras: ownLifecycle }: ModuleList,
  context: ServerContext,
): Promise<{ http: HttpModule; cameras: CamerasService }> {
  const { config, db, clock, log, metrics, cluster } = context;
  const lifecycle = cluster ? followLeases(ownLifecycle, cluster) : ownLifecycle;
  const whereHeld = createWhereHeld(cluster, log);
  const sellsPlans = config.plansFile !== null || config.demoPlans;
  const { isOperator } = createOperators({ db, emails: config.operators });
  const operatorNetwork = createNetworkPolicy({ allowPrivate: config.allowPrivateNetworks, allowLoopback: config.allowLoopbackSources });
  const publicNetwork = createNetworkPolicy({ allowPrivate: false, allowLoopback: false, hidesLoopback: true });
  const networkOf = createAccountNetworks({ forOperators: operatorNetwork, forOthers: publicNetwork, isOperator });

  const { mail, sendNow } = add(await createMailModule(context));
  // Before everything that serves video: it stops after all viewings have ended.
  const { viewings, viewerCounts } = add(createViewingsModule(context));
  const { audit } = add(createAuditModule({ ...context, isOperator }));
  const http = add(await createHttpModule(context));
  http.addWarning(add(createHttpsModule({ ...context, app: http.app })).warning);
  const streamLinks = createStreamLinkDirectory(context);
  const makerOf = (eventId: string): Promise<string | null> => readEventMaker(db, eventId);
  if (cluster) {
    const cameraOfLink = (token: string): Promise<string | null> => cameraOfStreamLink({ ...context, streamLinks }, token);
    const cameraOfAgent = async (token: string): Promise<string | null> => (await findAgent(token))?.cameraId ?? null;
    relayToNodes({ ...cluster, app: http.app, makerOf, cameraOfLink, cameraOfAgent });
  }
  const { broker, authorizer } = add(await createBrokerModule(context));

  // Video
  const { streams } = add(createStreamsModule(context));
  const { snapshots, decode, warmDecoder, checkPicture } = add(await createSnapshotsModule({ ...context, streams }));
  const { archive } = add(
    await createArchiveModule({
      ...context,
      streams,
      decode,
      warmDecoder,
      fence: cluster?.fence ?? null,
      readSettings: async (cameraId) => {
        const settings = await readRecordingSettings(db, cameraId);
        // Only where plans are sold; elsewhere, archive days alone decide.
        return { ...settings, hasPlan: settings.hasPlan && (!sellsPlans || (await readHasPlan(db, cameraId))) };
      },
      readQuota: async (customerId) => ((await isOperator(customerId)) ? Infinity : config.quotas.bytes),
      ...(sellsPlans && { readPaidCameras: () => readPaidCameras(db) }),
    }),
  );
  const links = createAgentLinks();
  if (cluster) links.onAdded(cluster.claim);
  const cameraControl = add(createCameraControlModule({ ...context, broker, links, networkOf }));
  const { control, requestKeyFrame } = cameraControl;
  const reducedCameras = sellsPlans ? await readReducedCameras(db) : [];
  const passwords = await createPasswordMemory(context);
  const media = add(
    createLiveMediaModule({
      ...context,
      streams,
      links,
      networkOf,
      checkPicture,
      requestKeyFrame,
      passwords,
      reducedCameras,
    }),
  );
  const { ingest, setHd } = media;
  const statusOf: typeof ingest.status = (cameraId) => cluster?.stateElsewhere(cameraId) ?? ingest.status(cameraId);
  measureMedia({ ...media, registry: metrics.registry, streams, archive });
  if (context.tracer) traceConnects({ tracer: context.tracer, clock, onStatus: ingest.onStatus });

  // Accounts and cameras
  const status = createCameraStatus({ statusOf, ingest, links, streams, cameraControl, clock });
  const { cameras } = add(createCamerasModule({ ...context, status, previews: snapshots, findStream: streams.get }));
  cameras.onCameraAdded((camera) => inBackground(() => lifecycle.start(camera)));
  cameras.onCameraRemoved((cameraId) => inBackground(() => lifecycle.remove(cameraId)));
  const codes = createOneTimeCodes(context);
  const accountCameras = createAccountCameras({ cameras, lifecycle });
  const { restoreCustomer } = add(createAccountModule({ ...context, mail, codes, cameras: accountCameras }));
  const { sessions } = add(createSessionModule({ ...context, mail, codes, restoreCustomer }));
  const { readAccessToken, isRunning: isSessionRunning } = sessions;
  const { record } = createAccessLog(context);
  const { apiKeys } = add(createApiKeysModule({ ...context, record }));
  const embeds = createEmbedDirectory(context);
  const access = createCameraAccess({ ...context, readAccessToken, isSessionRunning, apiKeys, embeds, streamLinks });
  const watchAccess = createAccessWatch({ ...context, access });
  add(createGuardsModule({ ...context, readAccessToken, access, apiKeys }));

  // Features
  const { locations, presence } = add(createLocationsModule({ db, clock, cameras }));
  const { notifications } = add(
    createNotificationsModule({
      ...context,
      push: await createPush(config, clock, context.tracer),
      audience: createCameraAudience(context),
      resolveAccess: access.resolve,
      offlineSince: (cameraId) => offlineSince(statusOf(cameraId)),
      placesOf: presence.placesOf,
      email: { mail, publicUrl: publicUrlOf(config), readPicture: (cameraId, eventId) => pictures.read(cameraId, eventId) },
      otherChannels: createChannelTests({ ...context, sendNow, telegram: (): Pick<TelegramModule, 'selfTest'> => telegram }),
      onResult: countPushes(metrics),
    }),
  );
  const provider = sellsPlans ? add(await createPaymentProvider(config, context)) : null;
  const onPlan = (cameraId: string, hasPlan: boolean): void => whereHeld(cameraId, () => archive.recorder.setPlan(cameraId, hasPlan));
  const onHd = (cameraId: string, isHd: boolean): void => whereHeld(cameraId, () => setHd(cameraId, isHd));
  const billing = add(await createBillingModule({ ...context, mail, provider, onPlan, onHd, isOperator }));
  cameras.onCameraAdded(billing.wake);
  add(createVideoWallModule({ db, cameras }));
  add(createBookmarksModule({ db, clock, cameras }));
  add(createFeedbackModule({ ...context, mail }));
  const sharing = add(createSharingModule({ ...context, mail, pictures: snapshots }));
  sharing.onAccessChanged(context.accessChanges.changed);
  cameras.onCameraLeft(sharing.onCameraLeft);
  add(createEmbedsModule({ ...context, record, viewerCounts }));
  const relay = cluster && config.cluster?.roles.includes('media') === false ? add(createAgentRelay({ ...cluster, log })) : null;
  const addCamera = add(
    createAddCameraModule({ ...context, cameras, links, decode, isOperator, networkOf, operatorNetwork, passOn: relay?.passOn }),
  );
  const { findAgent, createRegistrationToken } = addCamera;
  authorizer.add(addCamera.brokerRules);
  const { liveHls } = add(createPlayerModule({ ...context, ...media, access, viewings, readAccessToken, apiKeys }));
  const deleteFootage: typeof archive.deleteFootage = async (cameraId, range) => {
    // A film of it shows it, too.
    await timelapse.deleteRange(cameraId, range);
    await archive.deleteFootage(cameraId, range);
  };
  add(createArchivePlaybackModule({ ...context, ...archive, deleteFootage, cameras, watchAccess, viewings }));
  add(createQualityModule(context));
  add(createAccessLogModule(context));
  const { ptz } = add(createPtzModule({ ...context, control, viewings, watchAccess }));
  add(createFirmwareModule({ ...context, control, findAgent, lastVersions: cameraControl.lastFirmware }));
  const isOnline = (cameraId: string): boolean => ingest.status(cameraId).state === 'online';
  const isOffline = (cameraId: string): boolean => ingest.status(cameraId).state === 'offline';
  const { uploads, cameraSnapshots } = add(createCameraSnapshotsModule({ ...context, ...snapshots, control, findAgent, isOnline }));
  const pictures = add(
    createNodePicturesModule({
      ...context,
      readHere: (cameraId, eventId) => readEventPicture(events, cameraId, eventId),
      takeHere: cameraSnapshots.take,
      makerOf,
    }),
  );
  const { onEvent: onStreamLinkEvent } = add(
    createStreamLinksModule({
      ...context,
      record,
      streams,
      streamLinks,
      access,
      watchAccess,
      viewings,
      liveHls,
      snapshots: cameraSnapshots,
      ptz,
    }),
  );
  const sdCards = add(createSdCardModule({ ...context, control, uploads, cameras, access, watchAccess, viewings, isOffline }));
  add(
    createCameraSettingsModule({
      ...context,
      control,
      cameras,
      places: {
        hostOf: cameraControl.hostOf,
        tryHost: cameraControl.tryHost,
        keepHost: async (cameraId, host) => {
          const moved = await cameras.changeHost(cameraId, host);
          await lifecycle.suspend(cameraId);
          lifecycle.resume(moved);
        },
      },
      checkAddress: cameraControl.checkAddress,
      onStreamChange: (cameraId) => {
        // An agent announces a changed stream itself.
        whereHeld(cameraId, () => {
          if (cameraControl.hostOf(cameraId) !== null) ingest.reopen(cameraId);
        });
      },
      onChange: (cameraId, { archiveRecording, isSoundRecorded }) =>
        whereHeld(cameraId, () => {
          archive.recorder.setMode(cameraId, archiveRecording);
          archive.recorder.setSound(cameraId, isSoundRecorded);
        }),
    }),
  );
  const resolveAccess = access.resolve;
  const unfinished: typeof archive.recorder.unfinished = (cameraId) =>
    archive.recorder.unfinished(cameraId) ??
    // Its node has not said what it is writing.
    (cluster?.stateElsewhere(cameraId)?.state === 'online' ? { from: 0, to: 0 } : null);
  const webhooks = add(createWebhooksModule({ ...context, mail, cameras, resolveAccess, networkOf, publicNetwork, unfinished }));
  const telegram = add(
    createTelegramModule({
      ...context,
      api: await createTelegram(config),
      cameras,
      resolveAccess,
      snapshots: pictures.snapshots,
      readPicture: pictures.read,
      wish: notifications.wish,
      setFalseAlarm: (...of) => events.setFalseAlarm(...of),
      openClip: archive.clips.open,
      setPresence: async (customerId, state) => void (await presence.set(customerId, { presence: state }, 'bot')),
    }),
  );
  const { events, detectsMotion, onMotion } = add(
    createEventsModule({
      ...context,
      fileCopies: archive.copies,
      within: async (transaction, kind, event) => {
        await webhooks.recorder.event(transaction, kind, event);
        if (kind === 'began') await telegram.recorder?.began(transaction, event);
      },
      smartEvents: createSmartEventsOfMotion(db),
      streams,
      cameras,
      camerasIn: locations.camerasIn,
      decode,
      drawBox: (jpeg, box) => decode(jpeg, { isJpeg: true, box }),
      onMotion: ({ cameraId, kind, at }) => {
        archive.recorder.onMotion(cameraId, kind, at);
        sdCards.onMotion(cameraId, kind === 'began');
      },
    }),
  );
  // A camera that detects by itself sees the same as this server.
  const detections = createDetectionMerge(events.onDetection);
  const { objects, drafts, plugIn, findings } = add(createObjectsModule({ ...context, streams, control, onDetection: detections.input() }));
  add(createOnvifEventsModule({ ...context, streams, ingest, networkOf, onDetection: detections.input(), detectsMotion, onMotion }));
  const { sounds } = add(createSoundModule({ ...context, streams, plugIn, onDetection: detections.input() }));
  add(createSoundDetectionsModule({ ...context, sounds }));
  add(createPlugInDetectionsModule({ ...context, plugIn: findings, objects, sounds }));
  const { smartEvents } = add(
    createSmartEventsModule({ ...context, events, objects, drafts, playback: archive.playback, watchAccess, decode }),
  );

  add(
    createOperatorModule({
      ...context,
      audit,
      isOperator,
      version: http.version,
      statusOf,
      readPausedCameras: async () => (sellsPlans ? readPausedCameras(db) : new Set()),
      recordedBytes: archive.recordedBytes,
      readLimit: async () => (await archive.footageLimit?.state()) ?? null,
      watchingNow: media.live.viewers,
      isDetectionOverBudget: () => objects.status().isOverBudget,
      listNodes: () => listNodes(db),
      readLostCameras: async () => (cluster ? listLostCameras(db) : new Map()),
      isShared: cluster !== null,
      nodeId: cluster?.fence.nodeId ?? 'local',
    }),
  );

  // Notifications and live updates
  events.onEvent(createEventNotices({ log, cameras, notifications }));
  events.onChange((kind) => kind !== 'picture' && webhooks.wake());
  events.onChange(onStreamLinkEvent);
  // A recorder may be connected to another server than the one that holds its camera.
  broker.listen((message) => {
    const change = readEventMessage(message);
    if (change) onStreamLinkEvent(change.kind, change.event);
  });
  announceByTelegram(telegram, events, log);
  const timelapse = add(
    createTimelapseModule({
      ...context,
      ...archive,
      events,
      notifications,
      telegram,
      webhooks: webhooks.recorder,
      mail,
      audience: createCameraAudience(context),
      resolveAccess,
      viewings,
      watchAccess,
    }),
  );
  add(createDemoModule({ ...context, sessions, cameras, smartEvents, createRegistrationToken }));
  add(createLiveUpdatesModule({ ...context, broker, authorizer, cameras, isSessionRunning, onStatus: ingest.onStatus, events }));
  add(
    createHomeMqttModule({
      ...context,
      connect: await createHomeBrokerConnect(context),
      ingest,
      battery: cameraControl.lastBattery,
      snapshots,
      events,
    }),
  );
  if (cluster) add(createClusterModule({ config, clock, cluster, cameras, lifecycle: ownLifecycle, ingest, passwords, streams }));
  // These two stop first: cameras that disconnect because the server stops are not offline.
  add({ name: 'live viewers', stop: media.live.close });
  add(
    createStatusNotices({
      clock,
      log,
      cameras,
      notifications,
      webhooks,
      ingest,
      cameraControl,
      get offlineDelayMs() {
        return config.offlineNoticeAfter * 1000;
      },
    }),
  );
  return { http, cameras };
}
