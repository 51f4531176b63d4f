import type { ReactNode } from 'react';

/** The location and room for the new camera. */
export interface CameraPlace {
  /** The selection as a form field; null when there is nothing to select. */
  readonly field: ReactNode;
  readonly assign: (cameraId: string) => Promise<void>;
}
