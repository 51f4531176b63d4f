import { isIanaTimeZone } from '@watchpost/contract/kernel';
import type { Camera, CameraAbout } from '@watchpost/contract/schemas/cameras';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { OnvifDevice } from '@watchpost/onvif';
import type { CameraStatus } from '../../media/media-types.ts';
import type { CameraAccess } from '../../kernel/access/access.ts';
import type { ApiKey } from '../../kernel/access/api-key.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import { newId } from '../../kernel/ids.ts';
import type { Seal } from '../../kernel/seal.ts';
import type { AccessChanges } from '../../kernel/module/access-changes.ts';
import type { StoredCamera, StoredSource } from '../../kernel/module/stored-camera.ts';
import type { Db } from '../../db/database.ts';
import { ownerAccess } from './cameras-access-rows.ts';
import { accessOfKey } from './cameras-partner-access.ts';
import type { DeviceDescription } from '../session/index.ts';
import { createCamerasRepository, type CameraRow } from './cameras-repository.ts';

/** Reports whether a camera's video arrives; implemented by the ingest. */
export interface CameraStatusProvider {
  status(cameraId: string): CameraStatus;
  /** Whether its agent has a loudspeaker and is connected. */
  hasSpeaker?(cameraId: string): boolean;
  /** Returns the battery state of the phone that is this camera; null when it is not connected or does not report it. */
  battery?(cameraId: string): { readonly level: number; readonly isCharging: boolean } | null;
  /** Returns the state of its sound; null before the first connection. */
  sound?(cameraId: string): { readonly isPlayed: boolean; readonly unplayed: string | undefined } | null;
  /** Returns the versions that the camera last reported, even while it is offline; null when it never did. */
  versions?(cameraId: string): Promise<{ readonly firmwareVersion: string | null; readonly appVersion: string | null } | null>;
  /** Returns the seconds of the camera's clock per real second; null when unknown or close enough to 1. */
  clockRate?(cameraId: string): number | null;
  /** Returns how many pictures of the last hour could not be shown whole. */
  damagedPictures?(cameraId: string): number;
}

/** Provides the last picture of a camera; implemented by the snapshots. */
interface PreviewProvider {
  /** `takenAt`: Unix milliseconds. */
  preview(cameraId: string): { readonly takenAt: number } | null;
  /** JPEG. */
  read(cameraId: string): Promise<Uint8Array | null>;
}

export interface NewCamera {
  readonly ownerId: string;
  readonly title: string;
  readonly source: StoredSource;
  /** IANA name; the account's zone when it is missing or unknown, then the product's default. */
  readonly timeZone?: string | undefined;
}

export interface CamerasService {
  create(camera: NewCamera): Promise<Camera>;
  /** @param apiKey that asks for the customer: only its cameras, with what it can do */
  list(customerId: string, apiKey?: ApiKey): Promise<Camera[]>;
  /** Returns a camera. @throws {AppError} not-found */
  get(access: CameraAccess): Promise<Camera>;
  /** Returns the camera's details; serial number and device id require full access. @throws {AppError} not-found */
  about(access: CameraAccess): Promise<CameraAbout>;
  /** Returns null for a removed camera. */
  title(cameraId: string): Promise<string | null>;
  rename(access: CameraAccess, name: string): Promise<Camera>;
  /** Returns an IANA name; null for a removed camera. */
  timeZone(cameraId: string): Promise<string | null>;
  /** Sets the zone in which the days of its archive begin. */
  changeTimeZone(cameraId: string, timeZone: string): Promise<void>;
  /** Moves a camera that is reached by its address to another host. @throws {AppError} not-found */
  changeHost(cameraId: string, host: string): Promise<StoredCamera>;
  /** Removes the camera with all recordings for its owner; for any other user, only their own access. */
  remove(access: CameraAccess, device?: DeviceDescription): Promise<void>;
  preview(cameraId: string): Promise<Uint8Array | null>;
  /** Returns all cameras of the server, to start them; not those of deleted accounts. */
  stored(ids?: readonly string[]): Promise<StoredCamera[]>;
  /** Returns the cameras of one customer, deleted or not. */
  ownedBy(customerId: string): Promise<StoredCamera[]>;
  countOwnedBy(customerId: string): Promise<number>;
  /**
   * Deletes the camera of a deleted account for good: recordings first, so that after a kill the row still shows what is left. @throws
   * {Error} when something is left: call again
   */
  purge(cameraId: string): Promise<void>;
  onCameraAdded(listener: (camera: StoredCamera) => void): void;
  /** Registers a listener for users who removed a camera from their own list. */
  onCameraLeft(listener: CameraLeftListener): void;
  /** Registers a listener that deletes other data of a removed camera; awaited. Rejects, and logs why, when something is left. */
  onCameraRemoved(listener: (cameraId: string) => Promise<void> | void): void;
}

/** @param access what the user had @param device unknown when missing */
export type CameraLeftListener = (access: CameraAccess, device: DeviceDescription | undefined) => Promise<void> | void;

export interface CamerasServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly status: CameraStatusProvider;
  readonly previews: PreviewProvider;
  readonly accessChanges?: Pick<AccessChanges, 'changed'>;
  /** Archive days of a new camera; read at each use, because operators change it. */
  readonly archiveDays: number;
}

const platforms = { rtsp: 'ThirdParty', agent: 'Embedded', phone: 'Mobile' } as const;
const defaultTimeZone = 'Europe/Moscow';

export function createCamerasService(deps: CamerasServiceDeps): CamerasService {
  const { db, clock, seal, status, previews, accessChanges } = deps;
  const repository = createCamerasRepository(db);
  const added: ((camera: StoredCamera) => void)[] = [];
  const removed: ((cameraId: string) => Promise<void> | void)[] = [];
  const left: CameraLeftListener[] = [];

  const toCamera = (row: CameraRow, access: CameraAccess): Camera => {
    const { state, since, reason } = status.status(row.id);
    const allowed = access.capabilities;
    const battery = allowed.canChangeSettings ? (status.battery?.(row.id) ?? null) : null;
    const takenAt = allowed.canWatch ? (previews.preview(row.id)?.takenAt ?? null) : null;
    return {
      id: row.id,
      title: row.title,
      previewUrl: takenAt === null ? null : `/public/api/v3/cameras/${row.id}/preview.jpg?at=${takenAt}`,
      previewAt: takenAt,
      platform: row.platform,
      isFullAccess: allowed.canChangeSettings,
      isOwner: allowed.canDeleteData,
      withAudio: allowed.canHear && (status.sound?.(row.id)?.isPlayed ?? true),
      withArchive: allowed.canPlayArchive,
      canTalk: allowed.canTalk && (status.hasSpeaker?.(row.id) ?? false),
      grant: access.grant,
      sharedBy: access.sharedBy,
      watermark: access.watermark,
      state,
      stateSince: since,
      stateReason: reason,
      timeZone: row.time_zone,
      battery: battery ? { level: battery.level, isCharging: battery.isCharging } : undefined,
      archiveDays: row.archive_days,
      createdAt: row.created_at,
    } satisfies Complete<Camera>;
  };

  const toStored = (row: CameraRow): StoredCamera => ({
    id: row.id,
    ownerId: row.owner_id,
    source: openSource(row),
    archiveDays: row.archive_days,
  });
  const openSource = (row: CameraRow): StoredSource => {
    // Sealed with the camera's id by create() below, so its content is what create() wrote.
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
        time_zone: [timeZone, await repository.timeZoneOf(ownerId)].find((zone) => isIanaTimeZone(zone ?? '')) ?? defaultTimeZone,
        archive_days: deps.archiveDays,
        created_at: clock.now(),
      };
      await repository.insert(row);
      for (const listener of added) listener(toStored(row));
      return toCamera(row, ownerAccess(id, ownerId, { platform: row.platform, timeZone: row.time_zone }));
    },
    list: async (customerId, apiKey) => {
      const now = clock.now();
      return (await repository.visibleTo(customerId, now)).flatMap(({ row, access }) => {
        const narrowed = apiKey ? accessOfKey(access, apiKey, now) : access;
        return narrowed ? [toCamera(row, narrowed)] : [];
      });
    },
    get,
    about: async ({ cameraId, capabilities: { canChangeSettings } }) => {
      const row = await repository.find(cameraId);
      if (!row) throw new AppError('not-found');
      const source = openSource(row);
      const device = source.kind === 'rtsp' ? source.device : undefined;
      // Fields that neither the camera nor its device description reports stay null.
      const reported = (await status.versions?.(cameraId)) ?? null;
      const firmwareVersion = reported?.firmwareVersion ?? (device?.firmwareVersion || null);
      const serialNumber = row.serial_number ?? (device?.serialNumber || null);
      return {
        name: row.title,
        model: row.model,
        firmwareVersion,
        serialNumber: canChangeSettings ? serialNumber : null,
        appVersion: reported?.appVersion ?? null,
        deviceId: canChangeSettings ? row.id : null,
        clockRate: status.clockRate?.(cameraId) ?? null,
        damagedPictures: status.damagedPictures?.(cameraId) || undefined,
        unplayedSound: status.sound?.(cameraId)?.unplayed,
      } satisfies Complete<CameraAbout>;
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
      const moved: StoredSource = {
        ...source,
        url: withHost(url, host),
        ...(lowUrl !== undefined && { lowUrl: withHost(lowUrl, host) }),
        ...(device && { device: { ...device, address: withHost(device.address, host) } }),
      };
      const sealed = seal.close(JSON.stringify(moved), cameraId);
      await repository.changeSource(cameraId, sealed);
      return toStored({ ...row, source_sealed: sealed });
    },
    remove: async (access, device) => {
      const { cameraId, customerId, capabilities } = access;
      if (!capabilities.canDeleteData) {
        await repository.deleteGrant(cameraId, customerId);
        accessChanges?.changed(cameraId, customerId);
        // The user has left, whatever fails here.
        await Promise.allSettled(left.map(async (listener) => listener(access, device)));
        return;
      }
      await repository.delete(cameraId, clock.now());
      accessChanges?.changed(cameraId, null);
      // The camera is removed for all users; files that could not be deleted do not bring it back.
      await Promise.allSettled(removed.map(async (listener) => listener(cameraId)));
    },
    preview: (cameraId) => previews.read(cameraId),
    stored: async (ids) => (await repository.all(ids)).map(toStored),
    ownedBy: async (customerId) => (await repository.ownedBy(customerId)).map(toStored),
    countOwnedBy: repository.countOwnedBy,
    purge: async (cameraId) => {
      for (const listener of removed) await listener(cameraId);
      await repository.delete(cameraId, clock.now());
    },
    onCameraAdded: (listener) => void added.push(listener),
    onCameraLeft: (listener) => void left.push(listener),
    onCameraRemoved: (listener) => void removed.push(listener),
  };
}

/** Replaces the host of an address: its port, path and all else stay. */
function withHost(address: string, host: string): string {
  return address.replace(/^([a-z]+:\/\/(?:[^@/]*@)?)(?:\[[^\]]*\]|[^:/?#]*)/i, `$1${host}`);
}

function modelOf(device: OnvifDevice | undefined): string | undefined {
  return device && (`${device.manufacturer} ${device.model}`.trim() || undefined);
}
