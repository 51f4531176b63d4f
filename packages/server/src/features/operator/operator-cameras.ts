import type { OperatorOverview, OperatorWarning } from '@watchpost/contract/schemas/operator';
import type { Db } from '../../db/database.ts';
import type { CameraStatus } from '../../media/media-types.ts';

/** A camera as the operator's page counts it. */
export interface CountedCamera {
  readonly id: string;
  readonly title: string;
  readonly isRecorded: boolean;
  readonly isPaused: boolean;
  readonly status: CameraStatus;
}

type Cameras = OperatorOverview['cameras'];
type OfflineWarning = Extract<OperatorWarning, { readonly code: 'cameras-offline' }>;

/** A camera that reconnects at once needs nobody. */
const longOfflineMs = 3_600_000;
const maxNamed = 5;

export async function readCountedCameras(
  db: Db,
  statusOf: (cameraId: string) => CameraStatus,
  readPausedCameras: () => Promise<ReadonlySet<string>>,
  readLostCameras: () => Promise<ReadonlyMap<string, number>> = async () => new Map(),
): Promise<CountedCamera[]> {
  const paused = await readPausedCameras();
  const lost = await readLostCameras();
  /** What its node said last is no longer true when that node is gone. */
  const stateNow = (cameraId: string): CameraStatus => {
    const since = lost.get(cameraId);
    return since === undefined ? statusOf(cameraId) : { state: 'offline', since, reason: null };
  };
  const rows = await db
    .selectFrom('cameras')
    .leftJoin('camera_settings', 'camera_settings.camera_id', 'cameras.id')
    .select(['cameras.id', 'cameras.title', 'cameras.archive_days', 'camera_settings.archive_recording'])
    .execute();
  return rows.map(({ id, title, archive_days, archive_recording }) => ({
    id,
    title,
    isRecorded: archive_days > 0 && archive_recording !== 'disabled',
    isPaused: paused.has(id),
    status: stateNow(id),
  }));
}

/** Counts each camera in exactly one state. */
export function countCameras(cameras: readonly CountedCamera[]): Cameras {
  const counts = { recording: 0, liveOnly: 0, connecting: 0, paused: 0, offline: 0 };
  const reasons = new Map<CameraStatus['reason'], number>();
  for (const camera of cameras) {
    const state = stateOf(camera);
    counts[state] += 1;
    if (state === 'offline') reasons.set(camera.status.reason, (reasons.get(camera.status.reason) ?? 0) + 1);
  }
  return {
    total: cameras.length,
    ...counts,
    offlineReasons: [...reasons].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count),
  };
}

function stateOf({ status, isPaused, isRecorded }: CountedCamera): 'recording' | 'liveOnly' | 'connecting' | 'paused' | 'offline' {
  if (isPaused) return 'paused';
  if (status.state !== 'online') return status.state;
  return isRecorded ? 'recording' : 'liveOnly';
}

/** Returns the cameras that have been offline for over an hour; null for none. */
export function warnOfOffline(cameras: readonly CountedCamera[], now: number): OfflineWarning | null {
  const long = cameras
    .filter((camera) => stateOf(camera) === 'offline' && now - camera.status.since >= longOfflineMs)
    .toSorted((a, b) => a.status.since - b.status.since);
  if (long.length === 0) return null;
  const named = long.slice(0, maxNamed).map(({ id, title, status }) => ({ id, title, since: status.since }));
  return { code: 'cameras-offline', count: long.length, cameras: named };
}
