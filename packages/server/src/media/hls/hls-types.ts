/** A part of a segment, which low-latency players fetch. */
export interface HlsPart {
  readonly bytes: Uint8Array;
  /** Seconds. */
  readonly duration: number;
  /** Whether it starts with a key frame. */
  readonly isIndependent: boolean;
}

export interface HlsSegment {
  readonly sequence: number;
  /** Wall-clock time of its first frame, Unix ms. */
  readonly startMs: number;
  readonly parts: readonly HlsPart[];
  /** Whether the timeline or the tracks changed before it. */
  readonly isDiscontinuity: boolean;
  readonly initHash: string;
  /** False while parts are still added. */
  readonly isComplete: boolean;
}

export function durationOf({ parts }: HlsSegment): number {
  return parts.reduce((sum, { duration }) => sum + duration, 0);
}
