import type { Camera, CameraAbout } from '@watchpost/contract/schemas/cameras';
import type { OnvifDevice } from '@watchpost/onvif';
import type { CameraStatus } from '../../media/media-types.ts';
import type { CameraAccess } from '../../kernel/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Seal } from '../../kernel/seal.ts';
import type { Db } from '../../db/database.ts';
import { createCamerasRepository, type CameraRow } from './cameras-repository.ts';

/** Whether a camera's video arrives; implemented by the ingest. */
export interface CameraStatusProvider {
  status(cameraId: string): CameraStatus;
  /** Its agent has a loudspeaker and is connected. */
  hasSpeaker?(cameraId: string): boolean;
  /** What feeds the phone that is this camera; null when it is not connected or does not tell. */
  battery?(cameraId: string): { readonly level: number; readonly isCharging: boolean } | null;
  /** As the camera itself told it; null when it has not. */
  firmwareVersion?(cameraId: string): string | null;
}

/** The last picture of a camera; implemented by the snapshots. */
export interface PreviewProvider {
  /** `takenAt`: Unix milliseconds. */
  preview(cameraId: string): { readonly takenAt: number } | null;
  /** JPEG. */
  read(cameraId: string): Promise<Uint8Array | null>;
}

/** Where a camera's video comes from. With its credentials: never answered, never logged. */
export type StoredSource =
  | { readonly kind: 'rtsp'; readonly url: string; readonly lowUrl?: string | undefined; readonly username?: string | undefined; readonly password?: string | undefined; readonly device?: OnvifDevice | undefined }
  | { readonly kind: 'agent'; readonly serialNumber: string; readonly model?: string | undefined }
  | { readonly kind: 'phone'; readonly model?: string | undefined };

export interface NewCamera {
  readonly ownerId: string;
  readonly title: string;
  readonly source: StoredSource;
  /** IANA name; Europe/Moscow when it is missing or unknown (specification: experience). */
  readonly timeZone?: string | undefined;
}

/** What the media side needs of a camera. */
export interface StoredCamera {
  readonly id: string;
  readonly ownerId: string;
  readonly source: StoredSource;
  readonly archiveDays: number;
}

export interface CamerasService {
  create(camera: NewCamera): Promise<Camera>;
  list(customerId: string): Promise<Camera[]>;
  /** @throws {AppError} not-found */
  get(access: CameraAccess): Promise<Camera>;
  /** Serial number and device id only for full access. @throws {AppError} not-found */
  about(access: CameraAccess): Promise<CameraAbout>;
  /** Null for a camera that is gone. */
  title(cameraId: string): Promise<string | null>;
  rename(access: CameraAccess, name: string): Promise<Camera>;
  /** IANA name; null for a camera that is gone. */
  timeZone(cameraId: string): Promise<string | null>;
  /** Days of its archive begin by it. */
  changeTimeZone(cameraId: string, timeZone: string): Promise<void>;
  /** A camera that is reached by its address is at another host from now on. @throws {AppError} not-found */
  changeHost(cameraId: string, host: string): Promise<StoredCamera>;
  /** By its owner: the camera with everything recorded. By anybody else: only their own access. */
  remove(access: CameraAccess): Promise<void>;
  preview(cameraId: string): Promise<Uint8Array | null>;
  /** Every camera of the server, to start them; not those of deleted accounts. */
  stored(): Promise<StoredCamera[]>;
  /** The cameras of one customer, deleted or not. */
  ownedBy(customerId: string): Promise<StoredCamera[]>;
  /** The camera of a deleted account, for good: what was recorded first, so that after a kill the row still says what is left. @throws {Error} when something is left: call again */
  purge(cameraId: string): Promise<void>;
  onCameraAdded(listener: (camera: StoredCamera) => void): void;
  /** Called when a camera is gone for everybody, to delete what else there is of it; awaited. Rejects, and logs why, when something is left. */
  onCameraRemoved(listener: (cameraId: string) => Promise<void> | void): void;
}

export interface CamerasServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly status: CameraStatusProvider;
  readonly previews: PreviewProvider;
  /** Of a new camera. */
  readonly archiveDays: number;
}

const platforms = { rtsp: 'ThirdParty', agent: 'Embedded', phone: 'Mobile' } as const;
const defaultTimeZone = 'Europe/Moscow';

export function createCamerasService({ db, clock, seal, status, previews, archiveDays }: CamerasServiceDeps): CamerasService {
  const repository = createCamerasRepository(db);
  const added: ((camera: StoredCamera) => void)[] = [];
  const removed: ((cameraId: string) => Promise<void> | void)[] = [];

  const toCamera = (row: CameraRow, access: CameraAccess): Camera => {
    const { state, since, reason } = status.status(row.id);
    const battery = access.isFullAccess ? (status.battery?.(row.id) ?? null) : null;
    const takenAt = previews.preview(row.id)?.takenAt ?? null;
    return {
      id: row.id,
      title: row.title,
      previewUrl: takenAt === null ? null : `/public/api/v3/cameras/${row.id}/preview.jpg?at=${takenAt}`,
      previewAt: takenAt,
      platform: row.platform,
      isFullAccess: access.isFullAccess,
      isOwner: access.isOwner,
      withAudio: access.withAudio,
      withArchive: access.withArchive,
      canTalk: access.isFullAccess && (status.hasSpeaker?.(row.id) ?? false),
      state,
      stateSince: since,
      stateReason: reason,
      timeZone: row.time_zone,
      ...(battery && { battery: { level: battery.level, isCharging: battery.isCharging } }),
      archiveDays: row.archive_days,
      createdAt: row.created_at,
    };
  };

  const toStored = (row: CameraRow): StoredCamera => ({ id: row.id, ownerId: row.owner_id, source: openSource(row), archiveDays: row.archive_days });
  const openSource = (row: CameraRow): StoredSource => {
    // Sealed with the camera's id by create() below, so it is what was written there.
    if (row.source_sealed !== null) return JSON.parse(seal.open(row.source_sealed, row.id)) as StoredSource;
    const model = row.model ?? undefined;
    return row.source_kind === 'phone' ? { kind: 'phone', model } : { kind: 'agent', serialNumber: row.serial_number ?? '', model };
  };

  const get = async (access: CameraAccess): Promise<Camera> => {
    const row = await repository.find(access.cameraId);
    if (!row) throw new AppError('not-found');
    return toCamera(row, access);
  };

  return {
    create: async ({ ownerId, title, source, timeZone }) => {
      const id = newId('cam');
      const row: CameraRow = {
        id,
        owner_id: ownerId,
        title,
        platform: platforms[source.kind],
        source_kind: source.kind,
        source_sealed: source.kind === 'rtsp' ? seal.close(JSON.stringify(source), id) : null,
        serial_number: source.kind === 'agent' ? source.serialNumber : null,
        model: (source.kind === 'rtsp' ? modelOf(source.device) : source.model) ?? null,
        time_zone: timeZone !== undefined && isTimeZone(timeZone) ? timeZone : defaultTimeZone,
        archive_days: archiveDays,
        created_at: clock.now(),
      };
      await repository.insert(row);
      for (const listener of added) listener(toStored(row));
      return toCamera(row, { cameraId: id, customerId: ownerId, isOwner: true, isFullAccess: true, withAudio: true, withArchive: true, origin: null });
    },
    list: async (customerId) => (await repository.visibleTo(customerId, clock.now())).map(({ row, access }) => toCamera(row, access)),
    get,
    about: async ({ cameraId, isFullAccess }) => {
      const row = await repository.find(cameraId);
      if (!row) throw new AppError('not-found');
      const source = openSource(row);
      const device = source.kind === 'rtsp' ? source.device : undefined;
      // What is not known is not made up.
      const firmwareVersion = status.firmwareVersion?.(cameraId) ?? (device?.firmwareVersion || null);
      const serialNumber = row.serial_number ?? (device?.serialNumber || null);
      return { name: row.title, model: row.model, firmwareVersion, serialNumber: isFullAccess ? serialNumber : null, appVersion: null, deviceId: isFullAccess ? row.id : null };
    },
    title: async (cameraId) => (await repository.find(cameraId))?.title ?? null,
    rename: async (access, name) => {
      await repository.rename(access.cameraId, name);
      return get(access);
    },
    timeZone: async (cameraId) => (await repository.find(cameraId))?.time_zone ?? null,
    changeTimeZone: repository.changeTimeZone,
    changeHost: async (cameraId, host) => {
      const row = await repository.find(cameraId);
      if (!row) throw new AppError('not-found');
      const source = openSource(row);
      if (source.kind !== 'rtsp') throw new AppError('not-found');
      const { url, lowUrl, device } = source;
      const moved: StoredSource = { ...source, url: withHost(url, host), ...(lowUrl !== undefined && { lowUrl: withHost(lowUrl, host) }), ...(device && { device: { ...device, address: withHost(device.address, host) } }) };
      const sealed = seal.close(JSON.stringify(moved), cameraId);
      await repository.changeSource(cameraId, sealed);
      return toStored({ ...row, source_sealed: sealed });
    },
    remove: async ({ cameraId, customerId, isOwner }) => {
      if (!isOwner) return repository.deleteGrant(cameraId, customerId);
      await repository.delete(cameraId, clock.now());
      // Gone for everybody; files that could not be deleted do not bring it back.
      await Promise.allSettled(removed.map(async (listener) => listener(cameraId)));
    },
    preview: (cameraId) => previews.read(cameraId),
    stored: async () => (await repository.all()).map(toStored),
    ownedBy: async (customerId) => (await repository.ownedBy(customerId)).map(toStored),
    purge: async (cameraId) => {
      for (const listener of removed) await listener(cameraId);
      await repository.delete(cameraId, clock.now());
    },
    onCameraAdded: (listener) => void added.push(listener),
    onCameraRemoved: (listener) => void removed.push(listener),
  };
}

/** The same address at another host: its port, path and all else stay. */
function withHost(address: string, host: string): string {
  return address.replace(/^([a-z]+:\/\/(?:[^@/]*@)?)(?:\[[^\]]*\]|[^:/?#]*)/i, `$1${host}`);
}

function modelOf(device: OnvifDevice | undefined): string | undefined {
  return device && (`${device.manufacturer} ${device.model}`.trim() || undefined);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
