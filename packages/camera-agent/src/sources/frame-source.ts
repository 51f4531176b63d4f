import type { AgentAudioTrack, AgentSample, AgentVideoTrack } from '@watchpost/contract/protocols/agent';

/** A frame on a source's own timeline; the link adds which stream it belongs to. */
export type Frame = Omit<AgentSample, 'stream' | 'late'>;

/** Where an agent's pictures come from: a file in a loop, a test picture, a real camera. */
export interface FrameSource {
  readonly video: AgentVideoTrack;
  readonly audio: AgentAudioTrack | null;
  /** Its frames come as they are made, with a clock of their own; the others may come faster than real time. */
  readonly isLive?: boolean;
  /**
   * Frames in decode order, the first a key frame; ends when the signal aborts.
   * @param from seconds on its own timeline: begins with the key frame before, where the source can
   */
  frames(signal: AbortSignal, from?: number): AsyncGenerator<Frame, void>;
}

/** What a source can't do, in words for the person who started the agent. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** The camera does not accept the password: whoever asks it again and again is locked out. */
  readonly isRefused: boolean;

  constructor(message: string, { isRefused = false, ...options }: ErrorOptions & { isRefused?: boolean } = {}) {
    super(message, options);
    this.isRefused = isRefused;
  }
}
