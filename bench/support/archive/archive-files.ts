import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** One recorded segment in the index. */
export interface IndexedSegment {
  readonly cameraId: string;
  readonly startMs: number;
  readonly durationMs: number;
  readonly size: number;
  readonly initHash: string;
}

/** Inconsistencies between index and files; all lists are empty in a sound archive. */
export interface ArchiveFaults {
  readonly withoutFile: readonly string[];
  readonly withoutRow: readonly string[];
  readonly unplayable: readonly string[];
  readonly wrongSize: readonly string[];
  readonly overlapping: readonly string[];
  /** Joined footage that contradicts the segments. */
  readonly untrueFootage: readonly string[];
}

/** Reads the index beside the running server. */
export function readIndex(dataDir: string): IndexedSegment[] {
  return readTables(dataDir).segments;
}

interface JoinedFootage {
  readonly cameraId: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Reads both tables at one moment: the server writes them in one transaction. */
function readTables(dataDir: string): { segments: IndexedSegment[]; footage: JoinedFootage[] } {
  const file = filesBelow(dataDir).find((name) => /\.(db|sqlite)$/.test(name));
  if (file === undefined) throw new Error(`There is no SQLite database in ${dataDir}.`);
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.exec('begin');
    const segments = database
      .prepare('select camera_id, start_ms, duration_ms, size, init_hash from segments order by camera_id, start_ms')
      .all();
    const footage = database.prepare('select camera_id, start_ms, end_ms from footage order by camera_id, start_ms').all();
    return {
      segments: segments.map((row) => ({
        cameraId: String(row['camera_id']),
        startMs: Number(row['start_ms']),
        durationMs: Number(row['duration_ms']),
        size: Number(row['size']),
        initHash: String(row['init_hash']),
      })),
      footage: footage.map((row) => ({
        cameraId: String(row['camera_id']),
        startMs: Number(row['start_ms']),
        endMs: Number(row['end_ms']),
      })),
    };
  } finally {
    database.close();
  }
}

/** Segments less than 2 s apart count as continuous. */
const maxJoinGapMs = 2000;

function joinSegments(segments: readonly IndexedSegment[]): string[] {
  const joined: { cameraId: string; startMs: number; endMs: number }[] = [];
  for (const { cameraId, startMs, durationMs } of segments) {
    const last = joined.at(-1);
    if (last?.cameraId === cameraId && startMs - last.endMs < maxJoinGapMs) last.endMs = Math.max(last.endMs, startMs + durationMs);
    else joined.push({ cameraId, startMs, endMs: startMs + durationMs });
  }
  return joined.map(nameFootage);
}

function nameFootage({ cameraId, startMs, endMs }: JoinedFootage): string {
  return `${cameraId}/${startMs}-${endMs}`;
}

/** Unfinished segment files, by camera. */
export function unfinishedFiles(dataDir: string, cameraIds: readonly string[]): Map<string, string[]> {
  const parts = filesBelow(dataDir).filter((file) => file.endsWith('.part'));
  return new Map(cameraIds.map((id) => [id, parts.filter((file) => file.includes(`${sep}${id}${sep}`))]));
}

export function segmentFiles(dataDir: string): string[] {
  return filesBelow(dataDir).filter((file) => file.endsWith('.m4s'));
}

const checked = new Map<string, boolean>();

/** Compares the index with the files, both ways. */
export function findFaults(dataDir: string): ArchiveFaults {
  const { segments: rows, footage } = readTables(dataDir);
  const files = new Map(segmentFiles(dataDir).map((file) => [nameOf(file), file]));
  const names = new Set(rows.map(({ cameraId, startMs }) => `${cameraId}/${startMs}`));
  const withFile = rows.flatMap((row) => {
    const file = files.get(`${row.cameraId}/${row.startMs}`);
    return file === undefined ? [] : [{ row, file, size: statSync(file).size }];
  });
  return {
    withoutFile: rows.map(({ cameraId, startMs }) => `${cameraId}/${startMs}`).filter((name) => !files.has(name)),
    withoutRow: [...files.keys()].filter((name) => !names.has(name)),
    unplayable: withFile.filter(({ file, size }) => size === 0 || !isWhole(file, size)).map(({ file }) => file),
    wrongSize: withFile
      .filter(({ row, size }) => row.size !== size)
      .map(({ file, row, size }) => `${file}: ${size} bytes, ${row.size} in the index`),
    overlapping: rows
      .filter((row, index) => {
        const next = rows[index + 1];
        return next?.cameraId === row.cameraId && next.startMs < row.startMs + row.durationMs - 1;
      })
      .map(({ cameraId, startMs }) => `${cameraId}/${startMs}`),
    untrueFootage: unlike(joinSegments(rows), footage.map(nameFootage)),
  };
}

/** Entries that are in only one of the lists. */
function unlike(one: readonly string[], other: readonly string[]): string[] {
  return [...one.filter((name) => !other.includes(name)), ...other.filter((name) => !one.includes(name))];
}

/** Parses `…/<camera>/<day>/<hour>/<startMs>.m4s` into `<camera>/<startMs>`. */
function nameOf(file: string): string {
  return `${file.split(sep).at(-4)}/${basename(file, '.m4s')}`;
}

/** Whether all boxes of a segment are complete: a kill -9 would truncate them. Each file is checked only once per size. */
function isWhole(file: string, size: number): boolean {
  const key = `${file} ${size}`;
  const known = checked.get(key);
  if (known !== undefined) return known;
  const data = readFileSync(file);
  const count = { moof: 0, mdat: 0 };
  let at = 0;
  while (at + 8 <= data.length) {
    const length = data.readUInt32BE(at);
    const type = data.toString('latin1', at + 4, at + 8);
    if (type === 'moof' || type === 'mdat') count[type]++;
    if (length < 8) break;
    at += length;
  }
  const whole = at === data.length && count.moof > 0 && count.moof === count.mdat;
  checked.set(key, whole);
  return whole;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
