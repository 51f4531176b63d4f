import type { ServerModule } from '../../kernel/module/server-module.ts';
import { createCameraSnapshots, type CameraSnapshots, type CameraSnapshotsDeps } from './cameras-snapshots.ts';
import { registerCameraSnapshotsRoutes } from './cameras-snapshots-routes.ts';
import { createCameraUploads, type CameraUploads } from './cameras-uploads.ts';
import { registerCameraUploadsRoutes, type CameraUploadsRoutesDeps } from './cameras-uploads-routes.ts';

interface CameraSnapshotsModule extends ServerModule {
  readonly uploads: CameraUploads;
  readonly cameraSnapshots: CameraSnapshots;
}

interface CameraSnapshotsModuleDeps extends Omit<CameraSnapshotsDeps, 'uploads'> {
  readonly findAgent: CameraUploadsRoutesDeps['findAgent'];
}

/** Takes snapshots on request, and receives the uploads by which cameras deliver them. */
export function createCameraSnapshotsModule({ findAgent, ...deps }: CameraSnapshotsModuleDeps): CameraSnapshotsModule {
  const uploads = createCameraUploads();
  const cameraSnapshots = createCameraSnapshots({ ...deps, uploads });
  return {
    name: 'camera snapshots',
    uploads,
    cameraSnapshots,
    routes: (app) => {
      registerCameraUploadsRoutes(app, { uploads, findAgent });
      registerCameraSnapshotsRoutes(app, { snapshots: cameraSnapshots });
    },
  };
}
