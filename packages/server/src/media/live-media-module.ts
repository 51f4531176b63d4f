import { availableParallelism } from 'node:os';
import type { RtspSource } from '@watchpost/contract/schemas/add-camera';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { ServerConfig } from '../kernel/config.ts';
import type { Logger } from '../kernel/log.ts';
import type { AccountNetworks } from '../kernel/network/account-networks.ts';
import type { Tokens } from '../kernel/tokens.ts';
import type { AccessChanges } from '../kernel/module/access-changes.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';
import type { StoredCamera } from '../kernel/module/stored-camera.ts';
import { createHls, type Hls } from './hls/hls.ts';
import {
  createIngest,
  createSubstreamManager,
  createPushGates,
  createPushSource,
  createPushTimelines,
  createReducedPictures,
  createRtspMemories,
  createRtspSource,
  parseRtspUrl,
  type AgentLinks,
  type CheckPicture,
  type Ingest,
  type PasswordMemory,
} from './ingest/index.ts';
import { createLiveHub, type LiveHub, type LiveHubDeps } from './live/live-hub.ts';
import { isHevc, type CameraStatus, type Source } from './media-types.ts';
import { createRelayHub } from './relay/relay-hub.ts';
import { relayPath } from './relay/relay-messages.ts';
import { connectRelay } from './relay/relay-remote.ts';
import { createRelayedStreams, type RelayedStreams } from './relay/relayed-streams.ts';
import { hasLongGroups } from './stream/long-groups.ts';
import type { StreamRegistry } from './stream/stream-registry.ts';
import type { CameraStream } from './stream/stream-types.ts';
import { createSoundTranscoder } from './transcode/sound-transcoder.ts';
import { createTranscodedSource } from './transcode/transcoded-source.ts';
import { createWhepReach } from './webrtc/whep-reach.ts';
import { createWhep, type Whep } from './webrtc/whep.ts';

/** Carries live video from cameras to viewers. */
interface LiveMediaModule extends ServerModule {
  readonly ingest: Ingest;
  readonly live: LiveHub;
  readonly hls: Hls;
  readonly whep: Whep;
  /** Returns how many streams other nodes receive from this one; null where one machine runs alone. */
  readonly relayedStreams: () => number | null;
  /** Shows and records the main stream of a camera, or its smaller one where its plan has no HD. */
  readonly setHd: (cameraId: string, isHd: boolean) => void;
}

interface LiveMediaDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly streams: StreamRegistry;
  readonly links: AgentLinks;
  readonly networkOf: AccountNetworks;
  readonly config: Pick<ServerConfig, 'webrtcAddresses' | 'webrtcPorts'>;
  /** Checks the video that agents and phones push. */
  readonly checkPicture: CheckPicture;
  /** Requests a key frame by a command, for sources that can't request it within their stream. */
  readonly requestKeyFrame: (cameraId: string) => void;
  readonly accessChanges: Pick<AccessChanges, 'onChanged'>;
  readonly tokens: Pick<Tokens, 'sign' | 'verify'>;
  /** This server among others; null where it runs alone. */
  readonly cluster: CameraNodes | null;
  readonly passwords: PasswordMemory;
  /** The cameras whose plan has no HD. */
  readonly reducedCameras: Iterable<string>;
}

/** Where cameras are, when several servers share them. */
interface CameraNodes {
  readonly fence: { readonly nodeId: string };
  /** Returns where the node of a camera is reached; null when this server has it, or none. */
  addressOf(cameraId: string): Promise<string | null>;
  /** Returns the state of a camera that another node holds; null when it is held here, or unknown. */
  stateElsewhere(cameraId: string): CameraStatus | null;
}

/** Each transcoder is a process of some 90 MB and a tenth of a core; beyond this limit, viewers get the main stream. */
const maxTranscoded = Math.max(4, availableParallelism() * 4);

export function createLiveMediaModule(deps: LiveMediaDeps): LiveMediaModule {
  const { clock, log, streams, links, networkOf, config, checkPicture, requestKeyFrame, accessChanges, passwords, reducedCameras } = deps;
  const timelines = createPushTimelines(clock);
  const gateOf = createPushGates({ check: checkPicture, log });
  const onClockSetBack = (): void => {
    timelines.beginAllAnew();
    low.onClockSetBack();
  };
  const ingest = createIngest({ clock, log, streams, passwords, onClockSetBack });
  const stopWaking = links.onAdded((cameraId) => ingest.wake(cameraId));
  const sound = createSoundTranscoder({ clock, log });
  const memories = createRtspMemories();
  const substreamSources = new Map<string, { readonly ownerId: string; readonly source: RtspSource }>();
  const pictures = createReducedPictures({ clock, cameraIds: reducedCameras });

  const openRtsp = (source: RtspSource, ownerId: string): Source =>
    createRtspSource({ ...source, clock, log, network: networkOf(ownerId), sound, memory: memories.of(`${ownerId} ${source.url}`) });
  const openOwn = (cameraId: string): Source | null => {
    const substream = substreamSources.get(cameraId);
    if (substream) return openRtsp(substream.source, substream.ownerId);
    return links.get(cameraId)?.capabilities.low
      ? createPushSource({ cameraId, stream: 'low', links, timelines, gate: gateOf(cameraId), clock })
      : null;
  };
  const low = createSubstreamManager({
    clock,
    log,
    openOwn,
    passwordOf: ingest.substreamPassword,
    maxTranscoded,
    openTranscoded: (cameraId) => (isSmallAlready(streams.get(cameraId)) ? null : createTranscodedSource({ cameraId, streams, clock })),
  });
  streams.setSubstreamManager(low);
  const relays = deps.cluster && createRelayedStreams({ ...deps, addressOf: deps.cluster.addressOf, connect: connectRelay });
  const relayHub = deps.cluster && createRelayHub({ ...deps, ingest });
  if (relays) streams.setSupply(relays);
  const live = createLiveHub({ streams, clock, log, ...(relays ? whereHeld(deps, ingest, relays) : { links, ingest }) });
  const hls = createHls({ streams, clock });
  const reach = createWhepReach({ names: config.webrtcAddresses, ports: config.webrtcPorts, log });
  const whep = createWhep({ streams, clock, log, reach, nodeId: deps.cluster?.fence.nodeId ?? null });
  const stopChanges = accessChanges.onChanged((cameraId, customerId) => {
    live.onAccessChanged(cameraId, customerId);
    whep.onAccessChanged(cameraId, customerId);
  });

  const openSource = ({ id, ownerId, source }: StoredCamera): Source => {
    // An agent fills in what it buffered, which it does of its main stream only.
    if (source.kind !== 'rtsp') return createPushSource({ cameraId: id, links, timelines, sound, gate: gateOf(id), clock });
    const { lowUrl } = source;
    return pictures.open(id, {
      main: () => openRtsp(source, ownerId),
      small: lowUrl === undefined ? null : () => openRtsp({ ...source, url: lowUrl }, ownerId),
    });
  };

  return {
    name: 'live media',
    ingest,
    live,
    hls,
    whep,
    relayedStreams: () => relayHub?.connections ?? null,
    setHd: (cameraId, isHd) => {
      if (pictures.set(cameraId, !isHd)) ingest.reopen(cameraId);
    },
    routes: (_app, upgrades) => {
      if (relayHub) upgrades.on(relayPath, relayHub.handleUpgrade);
    },
    // Viewers are disconnected first, then cameras.
    stop: async () => {
      stopWaking();
      stopChanges();
      live.close();
      relayHub?.close();
      hls.close();
      whep.close();
      low.close();
      relays?.close();
      await ingest.close();
      await passwords.written();
      sound.close();
    },
    cameraHooks: {
      start: (camera, { isResumed }) => {
        const { id, ownerId, source } = camera;
        if (isResumed) timelines.beginAnew(id);
        substreamSources.delete(id);
        if (source.kind === 'rtsp' && source.lowUrl !== undefined)
          substreamSources.set(id, { ownerId, source: { ...source, url: source.lowUrl } });
        const account = source.kind === 'rtsp' ? accountOf(ownerId, source) : null;
        ingest.start({ id, account, openSource: () => openSource(camera), requestKeyFrame: () => requestKeyFrame(id) });
      },
      stop: async (cameraId) => {
        await ingest.stop(cameraId);
        // Another node may take the camera as soon as it is stopped here.
        await passwords.written();
        timelines.forget(cameraId);
        substreamSources.delete(cameraId);
        pictures.forget(cameraId);
        relayHub?.stop(cameraId);
        hls.stop(cameraId);
        whep.stop(cameraId);
      },
    },
  };
}

/** What viewers ask about a camera is answered by this server, or by the node that holds it. */
function whereHeld(
  { streams, links, cluster }: Pick<LiveMediaDeps, 'streams' | 'links' | 'cluster'>,
  ingest: Ingest,
  relays: RelayedStreams,
): Pick<LiveHubDeps, 'links' | 'ingest'> {
  const { isHeld } = streams;
  return {
    links: { get: (cameraId) => (isHeld(cameraId) ? links.get(cameraId) : relays.speaker(cameraId)) },
    ingest: {
      status: (cameraId) =>
        (isHeld(cameraId) ? null : (relays.status(cameraId) ?? cluster?.stateElsewhere(cameraId))) ?? ingest.status(cameraId),
      awaitsKeyFrame: (cameraId) => (isHeld(cameraId) ? ingest : relays).awaitsKeyFrame(cameraId),
      requestKeyFrame: (cameraId) => (isHeld(cameraId) ? ingest : relays).requestKeyFrame(cameraId),
      onStatus: (listener) => {
        const stops = [ingest.onStatus(listener), relays.onStatus(listener)];
        return () => {
          for (const stop of stops) stop();
        };
      },
    },
  };
}

/** Identifies a device and its user: the channels of a recorder share them. Null without a user, or for an address that can’t be read. */
function accountOf(ownerId: string, source: RtspSource): string | null {
  try {
    const { host, username, password } = parseRtspUrl(source);
    return username === '' ? null : JSON.stringify([ownerId, host, username, password]);
  } catch {
    return null;
  }
}

/** Transcoding gains nothing for a camera whose only stream is as small as a substream, with key frames as often. */
function isSmallAlready(stream: CameraStream | null): boolean {
  if (!stream?.tracks || hasLongGroups(stream)) return false;
  const { video } = stream.tracks;
  return !isHevc(video) && video.width <= 640 && video.height <= 360;
}
