import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findFaults, unfinishedFiles } from './archive-files.ts';

let dataDir: string;
let hour: string;
let index: DatabaseSync;
const box = (type: string, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32BE(length, 0);
  bytes.write(type, 4, 'latin1');
  return bytes;
};
const segment = Buffer.concat([box('moof', 100), box('mdat', 1000)]);
const write = (name: string, content: Buffer): void => writeFileSync(join(hour, name), content);
const add = (startMs: number, size = segment.length): void => {
  index.prepare("insert into segments values ('camera1', ?, 4000, ?, 'abc')").run(startMs, size);
  extendFootage(startMs, startMs + 4000);
};
/** Joins segments as the server does: here all are one. */
const extendFootage = (startMs: number, endMs: number): void => {
  const known = index.prepare('select min(start_ms) as low, max(end_ms) as high from footage').get();
  index.exec('delete from footage');
  index
    .prepare("insert into footage values ('camera1', ?, ?)")
    .run(Math.min(startMs, Number(known?.['low'] ?? startMs)), Math.max(endMs, Number(known?.['high'] ?? endMs)));
};
const none = { withoutFile: [], withoutRow: [], unplayable: [], wrongSize: [], overlapping: [], untrueFootage: [] };

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchpost-archive-'));
  hour = join(dataDir, 'footage', 'camera1', '2026-11-21', '05');
  mkdirSync(hour, { recursive: true });
  index = new DatabaseSync(join(dataDir, 'watchpost.db'));
  index.exec(
    'create table segments (camera_id text, start_ms integer, duration_ms integer, size integer, init_hash text); create table footage (camera_id text, start_ms integer, end_ms integer)',
  );
});
afterEach(() => {
  index.close();
  rmSync(dataDir, { recursive: true });
});

test('a consistent archive has no faults', () => {
  write('1000.m4s', segment);
  add(1000);
  write('5000.m4s', segment);
  add(5000);
  expect(findFaults(dataDir)).toEqual(none);
});

test('finds files without rows and rows without files', () => {
  write('1000.m4s', segment);
  add(5000);
  expect(findFaults(dataDir)).toEqual({ ...none, withoutFile: ['camera1/5000'], withoutRow: ['camera1/1000'] });
});

test('finds a truncated file by its boxes', () => {
  write('1000.m4s', segment.subarray(0, 500));
  add(1000, 500);
  expect(findFaults(dataDir)).toEqual({ ...none, unplayable: [join(hour, '1000.m4s')] });
});

test('finds overlaps and wrong sizes', () => {
  write('1000.m4s', segment);
  add(1000, 7);
  write('4000.m4s', segment);
  add(4000);
  expect(findFaults(dataDir)).toMatchObject({ overlapping: ['camera1/1000'], wrongSize: [expect.stringContaining('7 in the index')] });
});

test('finds joined footage that contradicts the segments', () => {
  write('1000.m4s', segment);
  add(1000);
  index.exec('update footage set end_ms = 9000');
  expect(findFaults(dataDir)).toEqual({ ...none, untrueFootage: ['camera1/1000-5000', 'camera1/1000-9000'] });
});

test('counts unfinished files by camera', () => {
  write('9000.m4s.part', segment);
  expect(unfinishedFiles(dataDir, ['camera1', 'camera2'])).toEqual(
    new Map([
      ['camera1', [join(hour, '9000.m4s.part')]],
      ['camera2', []],
    ]),
  );
});
