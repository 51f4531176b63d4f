import { availableParallelism } from 'node:os';
import type { RtspSource } from '@watchpost/contract/schemas/add-camera';
import type { Clock } from '../kernel/clock.ts';
import type { ServerConfig } from '../kernel/config.ts';
import type { Logger } from '../kernel/log.ts';
import type { NetworkPolicy } from '../kernel/network/network-policy.ts';
import { createHls, type Hls } from '../media/hls/hls.ts';
import { createAgentLinks, createIngest, createLowSupply, createPushSource, createPushTimelines, createRtspSource, type AgentLinks, type Ingest } from '../media/ingest/index.ts';
import { createLiveHub, type LiveHub } from '../media/live/live-hub.ts';
import { isHevc, type Source, type Tracks } from '../media/media-types.ts';
import { createSoundTranscoder } from '../media/transcode/sound-transcoder.ts';
import { createTranscodedSource } from '../media/transcode/transcoded-source.ts';
import { createStreamRegistry, type StreamRegistry } from '../media/stream/stream-registry.ts';
import { createWhepReach } from '../media/webrtc/whep-reach.ts';
import { createWhep, type Whep } from '../media/webrtc/whep.ts';
import type { StoredCamera } from '../features/cameras/index.ts';

/** From cameras to viewers. */
export interface LiveSide {
  readonly streams: StreamRegistry;
  readonly links: AgentLinks;
  readonly ingest: Ingest;
  readonly live: LiveHub;
  readonly hls: Hls;
  readonly whep: Whep;
  start(camera: StoredCamera): void;
  /** Of an agent: what it kept before the camera is started is not asked for. */
  beginAnew(cameraId: string): void;
  stop(cameraId: string): Promise<void>;
  /** Hangs up on viewers first, then on cameras. */
  close(): Promise<void>;
}

/** Each is a process of some 90 MB and a tenth of a core; cameras beyond that are shown in full. */
const mostTranscoded = Math.max(4, availableParallelism() * 4);

export interface LiveSideDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly network: NetworkPolicy;
  readonly config: Pick<ServerConfig, 'webrtcAddresses' | 'webrtcPorts'>;
}

export function createLiveSide({ clock, log, network, config }: LiveSideDeps): LiveSide {
  const links = createAgentLinks();
  const timelines = createPushTimelines(clock);
  const streams = createStreamRegistry({ clock, log });
  const ingest = createIngest({ clock, log, streams });
  const stopWaking = links.onAdded((cameraId) => ingest.wake(cameraId));
  const sound = createSoundTranscoder({ clock, log });
  const lowAddresses = new Map<string, RtspSource>();

  const openOwn = (cameraId: string): Source | null => {
    const address = lowAddresses.get(cameraId);
    if (address) return createRtspSource({ ...address, clock, log, network, sound });
    return links.get(cameraId)?.capabilities.low ? createPushSource({ cameraId, stream: 'low', links, timelines, clock }) : null;
  };
  const low = createLowSupply({ clock, log, openOwn, mostTranscoded, openTranscoded: (cameraId) => (isSmall(streams.get(cameraId)?.tracks) ? null : createTranscodedSource({ cameraId, streams, clock })) });
  streams.setLowSupply(low);
  const live = createLiveHub({ streams, links, ingestStatus: ingest, clock, log });
  const hls = createHls({ streams, clock });
  const whep = createWhep({ streams, clock, log, reach: createWhepReach({ names: config.webrtcAddresses, ports: config.webrtcPorts, log }) });

  const openSource = ({ id, source }: StoredCamera): Source =>
    source.kind === 'rtsp' ? createRtspSource({ ...source, clock, log, network, sound }) : createPushSource({ cameraId: id, links, timelines, sound, clock });

  return {
    streams, links, ingest, live, hls, whep,
    start: (camera) => {
      const { id, source } = camera;
      lowAddresses.delete(id);
      if (source.kind === 'rtsp' && source.lowUrl !== undefined) lowAddresses.set(id, { ...source, url: source.lowUrl });
      ingest.start({ id, openSource: () => openSource(camera) });
    },
    beginAnew: timelines.beginAnew,
    stop: async (cameraId) => {
      await ingest.stop(cameraId);
      timelines.forget(cameraId);
      lowAddresses.delete(cameraId);
      hls.stop(cameraId);
      whep.stop(cameraId);
    },
    close: async () => {
      stopWaking();
      live.close();
      hls.close();
      whep.close();
      low.close();
      await ingest.close();
      sound.close();
    },
  };
}

/** A camera whose only stream is as small as a low one: encoding it anew would make nothing smaller. */
function isSmall(tracks: Tracks | null | undefined): boolean {
  return tracks !== null && tracks !== undefined && !isHevc(tracks.video) && tracks.video.width <= 640 && tracks.video.height <= 360;
}
