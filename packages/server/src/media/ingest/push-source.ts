import type { AgentStream } from '@watchpost/contract/protocols/agent';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Source, SourceEnd } from '../media-types.ts';
import type { AgentLink, AgentLinks } from './agent-links.ts';
import type { SoundTranscoder } from '../transcode/sound-transcoder.ts';
import type { PushGate } from './push-gate.ts';
import { createPushListener, type PushListener } from './push-listener.ts';
import { createPushTimeline, type PushTimeline, type PushTimelines } from './push-timelines.ts';

/** The camera is offline when its agent does not connect within this time. */
const connectTimeoutMs = 8000;

export interface PushSourceOptions {
  readonly cameraId: string;
  readonly stream?: AgentStream;
  readonly links: AgentLinks;
  readonly timelines: PushTimelines;
  /** Transcodes G.711; without it, agents that send G.711 have no audio. */
  readonly sound?: SoundTranscoder | undefined;
  /** Holds back frames until they are known to be decodable video. */
  readonly gate?: PushGate | undefined;
  readonly clock: Clock;
}

/** A source of the video that an agent pushes, on the server's wall clock. Waits for the agent to connect; ends when it disconnects. */
export function createPushSource({ cameraId, stream = 'main', links, timelines, sound, gate, clock }: PushSourceOptions): Source {
  let link: AgentLink | null = null;
  let hearing: PushListener | null = null;
  let resumes = false;
  let release = (): void => undefined;
  return {
    get resumes() {
      return resumes;
    },
    start: (consumer) => {
      const endWith = (code: SourceEnd['code'], detail: string): void => {
        release();
        consumer.onEnd({ code, detail });
      };
      const end = (detail: string): void => endWith('camera-offline', detail);
      const gated = gate?.(consumer, (detail) => {
        link?.refuse(stream);
        endWith('camera-video-broken', detail);
      });
      const listener = gated ?? consumer;
      /** Agents buffer the main stream only. */
      const openTimeline = (name: string | undefined): PushTimeline => {
        resumes = stream === 'main' && name !== undefined;
        return stream === 'main' && name !== undefined ? timelines.open(cameraId, name) : createPushTimeline(clock, null);
      };
      const attach = (): void => {
        // A connection that a newer one replaces must not end this source when it closes.
        link?.listen(stream, null);
        const next = links.get(cameraId);
        link = next;
        hearing?.stop();
        hearing = next && createPushListener({ stream, openTimeline, listener, sound, ask: (spans) => next.ask(spans), end });
        next?.listen(stream, hearing);
      };
      const cancel = clock.after(connectTimeoutMs, () => {
        if (link === null) end('The agent is not connected.');
      });
      const unsubscribe = links.onAdded((id) => {
        if (id === cameraId) attach();
      });
      release = () => {
        cancel();
        unsubscribe();
        gated?.close();
        link?.listen(stream, null);
        hearing?.stop();
        link = null;
      };
      attach();
    },
    stop: async () => release(),
  };
}
