/** Whether WebCodecs draws the live picture in MediaSource's place under `auto`, and what that is bounded by. */
interface DrawingPolicy {
  /** What a device does on which nothing else is chosen (`drawing-storage.ts`). */
  readonly isDefault: boolean;
  /** MediaSource has shown the picture, and nothing has needed it, for this long before WebCodecs opens beside it, ms. */
  readonly steadyMs: number;
  /** WebCodecs that has no newer picture by then is given up, ms: the next key frame may be ten seconds away. */
  readonly openTimeoutMs: number;
  /** MediaSource that has not taken its place back by then is opened again, ms. */
  readonly returnTimeoutMs: number;
  /** After so many faults of WebCodecs this version of the browser does not try it again on this device. A page does not after the first. */
  readonly maxFaults: number;
}

/** ADR 114: its figures decide about `isDefault`. */
export const drawingPolicy: DrawingPolicy = {
  isDefault: false,
  steadyMs: 1_000,
  openTimeoutMs: 12_000,
  returnTimeoutMs: 4_000,
  maxFaults: 2,
};
