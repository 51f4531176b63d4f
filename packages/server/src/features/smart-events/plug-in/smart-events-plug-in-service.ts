import type { PlugInDetectionType } from '@watchpost/contract/protocols/detection';
import {
  defaultPlugInConfidence,
  type CameraPlugInDetections,
  type DetectionEngine,
  type PlugInDetectionSettings,
  type UpdatePlugInDetectionBody,
} from '@watchpost/contract/schemas/smart-events';
import type { Db } from '../../../db/database.ts';
import { createMutex } from '../../../kernel/mutex.ts';

/** The operator's own detector, or what the server finds itself. */
interface PlugInPort {
  /** What it finds beside objects. */
  finds(): readonly PlugInDetectionType[];
  engineOf(type: PlugInDetectionType): DetectionEngine;
}
/** Looks at, or listens to, cameras. */
interface FindingRecognition {
  /** Starts, or continues with other settings; disabled detections are among them. */
  configureFindings(cameraId: string, settings: readonly PlugInDetectionSettings[]): void;
}

export interface PlugInDetectionsService {
  list(cameraId: string): Promise<CameraPlugInDetections>;
  /** Settings are kept for a detector that comes, or comes back, later. */
  update(cameraId: string, type: PlugInDetectionType, change: UpdatePlugInDetectionBody): Promise<PlugInDetectionSettings>;
  /** Begins to look at a camera, and to listen to it. */
  start(cameraId: string): Promise<void>;
  stop(cameraId: string): void;
}

export interface PlugInDetectionsDeps {
  readonly db: Db;
  /** Null for none. */
  readonly plugIn: PlugInPort | null;
  readonly objects: FindingRecognition;
  readonly sounds: FindingRecognition;
}

const seen: readonly PlugInDetectionType[] = ['fire', 'smoke', 'face'];

export function createPlugInDetectionsService({ db, plugIn, objects, sounds }: PlugInDetectionsDeps): PlugInDetectionsService {
  /** What is read must be applied before the next change, or the recognition would keep older settings than the database. */
  const applying = createMutex();
  const running = new Set<string>();

  const read = async (cameraId: string): Promise<PlugInDetectionSettings[]> => {
    const rows = await db.selectFrom('plug_in_detections').selectAll().where('camera_id', '=', cameraId).execute();
    return rows.map((row) => ({ type: row.type, isEnabled: row.is_enabled === 1, confidence: row.confidence }));
  };
  const settingsOf = (known: readonly PlugInDetectionSettings[], type: PlugInDetectionType): PlugInDetectionSettings =>
    known.find((one) => one.type === type) ?? { type, isEnabled: false, confidence: defaultPlugInConfidence };

  const apply = async (cameraId: string): Promise<PlugInDetectionSettings[]> => {
    const release = await applying.acquire();
    try {
      const settings = await read(cameraId);
      if (plugIn && running.has(cameraId)) {
        // Also what the detector doesn't find at the moment: its list may come later than the camera.
        objects.configureFindings(
          cameraId,
          settings.filter(({ type }) => seen.includes(type)),
        );
        sounds.configureFindings(
          cameraId,
          settings.filter(({ type }) => !seen.includes(type)),
        );
      }
      return settings;
    } finally {
      release();
    }
  };

  return {
    list: async (cameraId) => {
      const known = await read(cameraId);
      return { detections: plugIn?.finds().map((type) => ({ ...settingsOf(known, type), engine: plugIn.engineOf(type) })) ?? [] };
    },
    update: async (cameraId, type, { isEnabled, confidence }) => {
      const change = {
        ...(isEnabled !== undefined && { is_enabled: isEnabled ? (1 as const) : (0 as const) }),
        ...(confidence !== undefined && { confidence }),
      };
      await db
        .insertInto('plug_in_detections')
        .values({ camera_id: cameraId, type, is_enabled: 0, confidence: defaultPlugInConfidence, ...change })
        .onConflict((conflict) => conflict.columns(['camera_id', 'type']).doUpdateSet(change))
        .execute();
      return settingsOf(await apply(cameraId), type);
    },
    start: async (cameraId) => {
      running.add(cameraId);
      await apply(cameraId);
    },
    stop: (cameraId) => void running.delete(cameraId),
  };
}
