import type { AgentMessage, AgentMissedSpan, AgentSample, AgentStream } from '@watchpost/contract/protocols/agent';

/** What arrives on an agent's connection; checked already. */
export interface AgentLinkListener {
  onMessage(message: AgentMessage): void;
  onSample(sample: AgentSample): void;
  onClose(): void;
}

/** What an agent says that its camera has. */
export interface AgentCapabilities {
  readonly speaker: boolean;
  /** A low stream to ask for. */
  readonly low: boolean;
}

/** The connection of one agent. */
export interface AgentLink {
  /** One listener at a time for each stream; a new one replaces the old. It hears the last tracks at once. The low stream is sent only while somebody listens. */
  listen(stream: AgentStream, listener: AgentLinkListener | null): void;
  readonly capabilities: AgentCapabilities;
  /** Asks for what is missing of the main stream; it comes as late samples. */
  ask(missed: readonly AgentMissedSpan[]): void;
  /** Somebody speaks through the camera. Null while somebody else does. */
  talk(mimeType: string, onEnd: () => void): AgentTalk | null;
}

export interface AgentTalk {
  /** Recorded speech; dropped when the agent's connection is too slow for it. */
  send(sound: Uint8Array): void;
  end(): void;
}

/** Which agents are connected: where the WebSocket and the ingest meet. */
export interface AgentLinks {
  add(cameraId: string, link: AgentLink): () => void;
  get(cameraId: string): AgentLink | null;
  /** Called when the agent of a camera connects. */
  onAdded(listener: (cameraId: string) => void): () => void;
}

export function createAgentLinks(): AgentLinks {
  const links = new Map<string, AgentLink>();
  const listeners = new Set<(cameraId: string) => void>();
  return {
    add: (cameraId, link) => {
      links.set(cameraId, link);
      for (const listener of listeners) listener(cameraId);
      return () => {
        if (links.get(cameraId) === link) links.delete(cameraId);
      };
    },
    get: (cameraId) => links.get(cameraId) ?? null,
    onAdded: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
