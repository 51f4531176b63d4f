import type { AgentStream } from '@watchpost/contract/protocols/agent';
import type { Clock } from '../../kernel/clock.ts';
import type { Source } from '../media-types.ts';
import type { AgentLink, AgentLinks } from './agent-links.ts';
import type { SoundTranscoder } from '../transcode/sound-transcoder.ts';
import { createPushListener, type PushListener } from './push-listener.ts';
import { createPushTimeline, type PushTimeline, type PushTimelines } from './push-timelines.ts';

/** How long an agent may take to connect before the camera counts as offline, ms. */
const patience = 8000;

export interface PushSourceOptions {
  readonly cameraId: string;
  readonly stream?: AgentStream;
  readonly links: AgentLinks;
  readonly timelines: PushTimelines;
  /** For agents that send G.711; without it they are silent. */
  readonly sound?: SoundTranscoder | undefined;
  readonly clock: Clock;
}

/** Video that an agent pushes, put on the server's wall clock. Waits a little for the agent; ends when it leaves. */
export function createPushSource({ cameraId, stream = 'main', links, timelines, sound, clock }: PushSourceOptions): Source {
  let link: AgentLink | null = null;
  let hearing: PushListener | null = null;
  let resumes = false;
  let release = (): void => undefined;
  return {
    get resumes() {
      return resumes;
    },
    start: (listener) => {
      const end = (detail: string): void => {
        release();
        listener.onEnd({ code: 'camera-offline', detail });
      };
      /** Of a low stream nothing is kept. */
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
      const cancel = clock.after(patience, () => {
        if (link === null) end('The agent is not connected.');
      });
      const unsubscribe = links.onAdded((id) => {
        if (id === cameraId) attach();
      });
      release = () => {
        cancel();
        unsubscribe();
        link?.listen(stream, null);
        hearing?.stop();
        link = null;
      };
      attach();
    },
    stop: async () => release(),
  };
}
