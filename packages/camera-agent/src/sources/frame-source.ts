import type { AgentAudioTrack, AgentSample, AgentVideoTrack } from '@watchpost/contract/protocols/agent';

/** A frame on a source's own timeline; the link adds the name of its stream. */
export type Frame = Omit<AgentSample, 'stream' | 'late'>;

/** A source of an agent's video: a looped file, a test picture, a real camera. */
export interface FrameSource {
  readonly video: AgentVideoTrack;
  readonly audio: AgentAudioTrack | null;
  /** Frames arrive as they are captured, on the source's own clock; other sources may run faster than real time. */
  readonly isLive?: boolean;
  /**
   * Yields frames in decode order, the first a key frame; ends when the signal aborts.
   * @param from seconds on the source's own timeline: starts with the previous key frame, where the source can
   */
  frames(signal: AbortSignal, from?: number): AsyncGenerator<Frame, void>;
}

/** A failure of a source, in words for the operator. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** The camera rejects the password: repeated attempts could lock the account. */
  readonly isRefused: boolean;

  constructor(message: string, { isRefused = false, ...options }: ErrorOptions & { isRefused?: boolean } = {}) {
    super(message, options);
    this.isRefused = isRefused;
  }
}
