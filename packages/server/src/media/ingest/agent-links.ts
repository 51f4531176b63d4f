import type { AgentMessage, AgentMissedSpan, AgentSample, AgentStream } from '@watchpost/contract/protocols/agent';

/** Receives an agent's messages after they have been validated. */
export interface AgentLinkListener {
  onMessage(message: AgentMessage): void;
  onSample(sample: AgentSample): void;
  onClose(): void;
}

/** Capabilities that an agent reports for its camera. */
export interface AgentCapabilities {
  readonly speaker: boolean;
  /** The agent can send a substream. */
  readonly low: boolean;
}

/** The connection of one agent. */
export interface AgentLink {
  /**
   * Sets the one listener of a stream, which immediately receives the last tracks. The agent sends the substream only while it
   * has a listener.
   */
  listen(stream: AgentStream, listener: AgentLinkListener | null): void;
  readonly capabilities: AgentCapabilities;
  /** Requests missing spans of the main stream, which arrive as late samples. */
  ask(missed: readonly AgentMissedSpan[]): void;
  /** Reports that the stream's video can't be decoded, so that the agent can say so where it runs. */
  refuse(stream: AgentStream): void;
  /**
   * Opens the camera's speaker for one viewer.
   * @returns null while another viewer is speaking
   */
  talk(mimeType: string, onEnd: () => void): AgentTalk | null;
}

export interface AgentTalk {
  /** Sends recorded speech; it is dropped when the agent's connection is too slow. */
  send(sound: Uint8Array): void;
  end(): void;
}

/** Registry of connected agents, between the WebSocket endpoint and the ingest. */
export interface AgentLinks {
  add(cameraId: string, link: AgentLink): () => void;
  get(cameraId: string): AgentLink | null;
  /** Calls the listener whenever the agent of a camera connects. */
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
