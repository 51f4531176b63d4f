import type { Clock } from '@watchpost/contract/timing/clock';
import type { CameraStatusProvider } from '../features/cameras/index.ts';
import type { CameraControlModule } from '../media/control/camera-control-module.ts';
import type { AgentLinks, Ingest } from '../media/ingest/index.ts';
import type { StreamRegistry } from '../media/stream/stream-registry.ts';

/** Collects the current state of a camera from the media modules, for API answers. */
export function createCameraStatus({
  statusOf,
  ingest,
  links,
  streams,
  cameraControl,
  clock,
}: {
  /** Also knows cameras that another node holds. */
  readonly statusOf: Ingest['status'];
  readonly ingest: Ingest;
  readonly links: AgentLinks;
  readonly streams: StreamRegistry;
  readonly cameraControl: CameraControlModule;
  readonly clock: Pick<Clock, 'now'>;
}): CameraStatusProvider {
  return {
    status: statusOf,
    clockRate: ingest.clockRate,
    damagedPictures: (cameraId) => streams.get(cameraId)?.damagedPictures(clock.now()) ?? 0,
    hasSpeaker: (cameraId) => links.get(cameraId)?.capabilities.speaker ?? false,
    sound: (cameraId) => {
      const tracks = streams.get(cameraId)?.tracks;
      return tracks ? { isPlayed: tracks.audio !== null, unplayed: tracks.unplayedSound } : null;
    },
    battery: (cameraId) => cameraControl.control.report(cameraId)?.battery ?? null,
    versions: cameraControl.lastVersions,
  };
}
