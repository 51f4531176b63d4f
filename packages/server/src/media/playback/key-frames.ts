import type { Db } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { requireOpenAt, type OpenArchive } from '../../kernel/access/open-archive.ts';
import { buildFragment } from '../packaging/fragment.ts';
import type { FragmentSpan } from '../packaging/segment-walker.ts';
import { isMissing } from './file-pieces.ts';
import type { FootageSource, OpenSegment } from './footage-source.ts';
import { readHeads } from './segment-heads.ts';

/** A recorded key frame, located without reading its data. */
export interface KeyFrame {
  /** Unix ms. */
  readonly at: number;
  readonly initHash: string;
  /** Whether no later footage can change which key frame is the nearest. */
  readonly isFinal: boolean;
  /**
   * Reads a fragment with this picture alone.
   * @throws {AppError} no-footage when it was deleted meanwhile
   */
  read(): Promise<Uint8Array>;
}

/** A moment this shortly after a segment still belongs to it. */
const toleranceMs = 2000;

/**
 * Finds the nearest key frame at or before a moment, Unix ms.
 * @throws {AppError} no-footage; no-archive-access when that key frame is closed to the viewer, though the moment is open
 */
export async function findKeyFrame(
  { db, source }: { readonly db: Db; readonly source: Pick<FootageSource, 'open'> },
  cameraId: string,
  at: number,
  open: OpenArchive,
): Promise<KeyFrame> {
  const row = await db
    .selectFrom('segments')
    .select(['start_ms', 'duration_ms', 'init_hash'])
    .where('camera_id', '=', cameraId)
    .where('start_ms', '<=', at)
    .orderBy('start_ms', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row || at >= row.start_ms + row.duration_ms + toleranceMs) throw new AppError('no-footage');
  const openSegment = (): ReturnType<OpenSegment> => source.open(cameraId, row.start_ms);
  const isKey = ({ kind, keyFrame }: FragmentSpan): boolean => kind === 'video' && keyFrame;
  const isLater = ({ decodeTime }: FragmentSpan): boolean => decodeTime / 90 > at + 1;
  const heads = await readHeads(openSegment, (head) => isKey(head) && isLater(head)).catch(orNoFootage);
  const keys = heads.filter(isKey);
  const key = keys.findLast((head) => !isLater(head)) ?? keys[0];
  const [picture] = key?.samples ?? [];
  if (!key || !picture) throw new AppError('no-footage');
  const keyAt = Math.round((key.decodeTime + picture.compositionOffset) / 90);
  requireOpenAt(open, keyAt);
  return {
    at: keyAt,
    initHash: row.init_hash,
    isFinal: at < row.start_ms + row.duration_ms,
    read: async () => {
      const data = await readBytes(openSegment, picture.start, picture.size).catch(orNoFootage);
      return buildFragment(
        [
          {
            kind: 'video',
            decodeTime: key.decodeTime,
            compositionOffset: picture.compositionOffset,
            duration: picture.duration,
            keyFrame: true,
            data,
          },
        ],
        1,
      );
    },
  };
}

async function readBytes(open: OpenSegment, start: number, size: number): Promise<Uint8Array> {
  const file = await open();
  try {
    return await file.read(start, size);
  } finally {
    await file.close();
  }
}

function orNoFootage(error: unknown): never {
  throw isMissing(error) ? new AppError('no-footage') : error;
}
