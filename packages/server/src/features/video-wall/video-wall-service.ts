import type { SaveVideoWallBody, VideoWall, WallArrangement } from '@watchpost/contract/schemas/video-wall';
import type { Db } from '../../db/database.ts';
import type { Viewer } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { CamerasService } from '../cameras/index.ts';
import { createVideoWallRepository } from './video-wall-repository.ts';

export interface VideoWallService {
  get(viewer: Viewer): Promise<VideoWall>;
  /**
   * Saves an arrangement; invisible cameras become empty places.
   * @throws {AppError} unauthorized when the device was signed out meanwhile
   */
  save(viewer: Viewer, body: SaveVideoWallBody): Promise<VideoWall>;
  /** Deletes this device's own arrangement. */
  forgetDevice(viewer: Viewer): Promise<void>;
}

export interface VideoWallDeps {
  readonly db: Db;
  readonly cameras: Pick<CamerasService, 'list'>;
}

export function createVideoWallService({ db, cameras }: VideoWallDeps): VideoWallService {
  const repository = createVideoWallRepository(db);

  /** Hides cameras without access: their places are empty, and the others keep their places. */
  const visible = async (viewer: Viewer) => {
    const ids = new Set((await cameras.list(viewer.customerId)).map(({ id }) => id));
    return (arrangement: WallArrangement): WallArrangement => ({
      ...arrangement,
      cameraIds: arrangement.cameraIds.map((id) => (id !== null && ids.has(id) ? id : null)),
    });
  };
  const get = async (viewer: Viewer): Promise<VideoWall> => {
    const [account, device, show] = await Promise.all([
      repository.find(viewer.customerId),
      viewer.deviceId === null ? null : repository.findOfDevice(viewer.customerId, viewer.deviceId),
      visible(viewer),
    ]);
    return { account: account && show(account), device: device && show(device) };
  };

  return {
    get,
    save: async (viewer, { scope, arrangement }) => {
      const kept = (await visible(viewer))(arrangement);
      if (scope === 'account') await repository.save(viewer.customerId, kept);
      else if (viewer.deviceId === null || !(await repository.saveOfDevice(viewer.customerId, viewer.deviceId, kept)))
        throw new AppError('unauthorized');
      return get(viewer);
    },
    forgetDevice: async (viewer) => {
      if (viewer.deviceId !== null) await repository.deleteOfDevice(viewer.customerId, viewer.deviceId);
    },
  };
}
