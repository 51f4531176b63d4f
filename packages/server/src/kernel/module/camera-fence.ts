/** What a node of a cluster holds: the index of recordings refuses what it writes without. */
export interface CameraFence {
  /** Names the disk that has a recording. */
  readonly nodeId: string;
  /** Returns the fencing token of a camera; null when another node holds it. */
  tokenOf(cameraId: string): number | null;
}
