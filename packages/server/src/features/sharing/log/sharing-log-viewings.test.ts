import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import type { AccessLogTable } from '../../../db/sharing-tables.ts';
import type { CameraAccess } from '../../../kernel/access/access.ts';
import type { Viewing } from '../../../kernel/access/viewing.ts';
import { cameraAccess, viewGrant } from '../../../testing/camera-access.ts';
import { createViewingLog } from './sharing-log-viewings.ts';
import { createViewerPlaces } from './sharing-viewers.ts';

const start = Date.UTC(2026, 0, 15, 12);
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0';
const owner = cameraAccess({ cameraId: 'cam', customerId: 'owner' });
const courier: CameraAccess = { ...cameraAccess({ cameraId: 'cam', customerId: 'courier' }, viewGrant), inviteId: 'inv', maxViewers: 1 };
const guest: CameraAccess = { ...courier, viewerKind: 'guest', customerId: 'owner', guestId: 'g1', maxViewers: null };
const page = { origin: 'https://shop.example', embed: null, apiKey: null, link: null, viewerId: null };
const shop: CameraAccess = { ...courier, viewerKind: 'embed', customerId: 'owner', inviteId: null, partner: page };

function setUp(capacity?: number) {
  const clock = createManualClock(start);
  const rows = new Map<string, AccessLogTable>();
  let writes = 0;
  const log = createViewingLog({
    clock,
    places: createViewerPlaces({ clock }),
    writer: {
      put: (row) => {
        writes += 1;
        rows.set(row.id, row);
      },
    },
    ...(capacity !== undefined && { capacity }),
  });
  const seconds = (count: number, everySecond: () => void = () => undefined): void => {
    for (let second = 0; second < count; second += 1) {
      clock.advance(1000);
      everySecond();
      log.tick();
    }
  };
  /** Seconds since the start. */
  const since = (time: number | null): number | null => (time === null ? null : (time - start) / 1000);
  /** Kind, beginning and end of each entry, in the order in which they began. */
  const entries = () => [...rows.values()].map(({ kind, at, until }) => [kind, since(at), since(until)]);
  const ranges = () => [...rows.values()].map(({ range_from, range_until }) => [since(range_from), since(range_until)]);
  const watch = (access: CameraAccess): Viewing => {
    const viewing = log.open(access, 'live', firefox);
    viewing.begin();
    return viewing;
  };
  return { clock, log, watch, rows, seconds, since, entries, ranges, writes: () => writes };
}

test('an entry is there from the beginning, without an end, and has its end at the next tick after it', () => {
  const { watch, seconds, entries, rows } = setUp();
  const viewing = watch(owner);
  expect(entries()).toEqual([['live', 0, null]]);
  expect([...rows.values()]).toMatchObject([
    { camera_id: 'cam', viewer_kind: 'user', viewer_id: 'owner', grant_kind: 'owner', browser: 'Firefox', system: 'Linux', subject: null },
  ]);
  seconds(100);
  expect(entries()).toEqual([['live', 0, null]]);
  viewing.end();
  seconds(1);
  expect(entries()).toEqual([['live', 0, 100]]);
  seconds(60);
  expect(entries()).toEqual([['live', 0, 100]]);
});

test('several sockets of one viewer are one entry until the last ends; another viewer, kind or camera has another', () => {
  const { log, watch, seconds, entries, rows } = setUp();
  const sockets = [1, 2].map(() => watch(owner));
  watch(guest);
  watch({ ...owner, cameraId: 'cam2' });
  log.touch(owner, 'archive', { from: start, until: start + 4000 }, undefined);
  sockets[0]?.end();
  sockets[0]?.end();
  seconds(40);
  sockets[1]?.end();
  seconds(1);
  expect(entries()).toEqual([
    ['live', 0, 40],
    ['live', 0, null],
    ['live', 0, null],
    ['archive', 0, 0],
  ]);
  expect([...rows.values()][1]).toMatchObject({ viewer_kind: 'guest', viewer_id: 'g1', grant_kind: 'link', invite_id: 'inv' });
});

test('an interruption of less than 30 s continues the entry, a longer one begins another', () => {
  const { watch, seconds, entries } = setUp();
  watch(owner).end();
  seconds(29);
  expect(entries()).toEqual([['live', 0, 0]]);
  const second = watch(owner);
  seconds(1);
  expect(entries()).toEqual([['live', 0, null]]);
  second.end();
  seconds(31);
  watch(owner);
  expect(entries()).toEqual([
    ['live', 0, 30],
    ['live', 61, null],
  ]);
});

test('requests: an entry ends at the last one, after 30 s without another', () => {
  const { log, seconds, entries } = setUp();
  seconds(60, () => log.touch(owner, 'live', null, firefox));
  expect(entries()).toEqual([['live', 1, null]]);
  seconds(9);
  expect(entries()).toEqual([['live', 1, null]]);
  seconds(1);
  expect(entries()).toEqual([['live', 1, 60]]);
  log.touch(owner, 'live', null, firefox);
  seconds(1);
  expect(entries()).toEqual([['live', 1, null]]);
  seconds(40);
  log.touch(owner, 'live', null, firefox);
  expect(entries()).toEqual([
    ['live', 1, 70],
    ['live', 111, null],
  ]);
});

test('the archive: exactly the range that was played, in any order, and another entry after a jump', () => {
  const { log, seconds, ranges } = setUp();
  const play = (from: number, until: number): void =>
    log.touch(owner, 'archive', { from: start + from * 1000, until: start + until * 1000 }, firefox);
  play(-600, -596);
  play(-604, -600);
  play(-596, -592);
  seconds(15);
  expect(ranges()).toEqual([[-604, -592]]);
  play(-100, -96);
  play(-592, -588);
  play(-96, -92);
  seconds(15);
  expect(ranges()).toEqual([
    [-604, -588],
    [-100, -92],
  ]);
  seconds(45);
  play(-588, -584);
  expect(ranges()).toHaveLength(3);
});

test('jumping about without end fills neither the memory nor the log', () => {
  const { log, entries, ranges, seconds } = setUp();
  for (let hour = 0; hour < 100; hour += 1)
    log.touch(owner, 'archive', { from: start - hour * 3_600_000, until: start - hour * 3_600_000 + 4000 }, firefox);
  expect(entries()).toHaveLength(20);
  seconds(15);
  expect(Math.min(...ranges().map(([from]) => from ?? 0))).toBe(-99 * 3600);
});

test('progress is written every 15 s, so that a crash loses little', () => {
  const { watch, seconds, rows, since, writes } = setUp();
  watch(owner);
  seconds(14);
  expect(writes()).toBe(1);
  seconds(47);
  expect(writes()).toBe(5);
  expect([...rows.values()].map(({ seen_at }) => since(seen_at))).toEqual([60]);
});

test('a wall clock that is set changes no length', () => {
  const { clock, watch, seconds, rows } = setUp();
  const viewing = watch(owner);
  clock.setWallClock(start - 86_400_000);
  seconds(20);
  viewing.end();
  seconds(1);
  expect([...rows.values()].map(({ at, until }) => (until ?? 0) - at)).toEqual([20_000]);
});

test('a download is one entry however many parts of it are requested; the same range much later is another', () => {
  const { log, seconds, entries, ranges } = setUp();
  const range = { from: start - 60_000, until: start - 30_000 };
  for (let part = 0; part < 5; part += 1) {
    log.download(owner, range, firefox);
    seconds(300);
  }
  log.download(owner, { ...range, until: start }, firefox);
  seconds(601);
  log.download(owner, range, firefox);
  expect(entries()).toEqual([
    ['download', 0, 0],
    ['download', 1500, 1500],
    ['download', 2101, 2101],
  ]);
  expect(ranges()).toEqual([
    [-60, -30],
    [-60, 0],
    [-60, -30],
  ]);
});

test('a download takes its viewer’s place until it ends, and ends itself when fewer places are left', () => {
  const { log, watch, entries } = setUp();
  const range = { from: start - 60_000, until: start };
  const other: CameraAccess = { ...courier, customerId: 'other' };
  const download = log.download(courier, range, firefox);
  const second = log.download(courier, range, firefox);
  expect(() => log.download(other, range, firefox)).toThrow('viewer-limit-reached');
  expect(() => log.open(other, 'live', firefox)).toThrow('viewer-limit-reached');
  // A user who watches and downloads is one viewer.
  watch(courier).end();
  download.check(courier);
  download.end();
  download.end();
  expect(() => log.download(other, range, firefox)).toThrow('viewer-limit-reached');
  second.end();
  const late = [courier, other].map((access) => log.download({ ...access, maxViewers: 2 }, range, firefox));
  late[0]?.check(courier);
  expect(() => late[1]?.check(other)).toThrow('viewer-limit-reached');
  expect(entries().filter(([kind]) => kind !== 'live')).toEqual([
    ['download', 0, 0],
    ['refused', 0, 0],
    ['download', 0, 0],
  ]);
});

test('refusals: one per viewer, camera and subject in ten minutes', () => {
  const { log, seconds, rows, since } = setUp();
  for (let minute = 0; minute < 11; minute += 1) {
    log.refuse(courier, 'archive', firefox);
    seconds(60);
  }
  log.refuse(courier, 'hours', firefox);
  log.refuse(guest, 'archive', firefox);
  expect([...rows.values()].map(({ subject, at }) => [subject, since(at)])).toEqual([
    ['archive', 0],
    ['archive', 600],
    ['hours', 660],
    ['archive', 660],
  ]);
});

test('who is refused a place is in the log, and watches nothing', () => {
  const { log, watch, entries, rows } = setUp();
  watch(courier);
  const late = { ...courier, customerId: 'late' };
  expect(() => log.open(late, 'live', firefox)).toThrow('viewer-limit-reached');
  expect(() => log.touch(late, 'archive', { from: 0, until: 1 }, firefox)).toThrow('viewer-limit-reached');
  expect(() => log.admit(late, 'archive', firefox)).toThrow('viewer-limit-reached');
  expect(entries()).toEqual([
    ['live', 0, null],
    ['refused', 0, 0],
  ]);
  expect([...rows.values()][1]).toMatchObject({ viewer_id: 'late', subject: 'viewers' });
});

test('without anything sent nothing was watched, but the place is taken', () => {
  const { log, entries } = setUp();
  const viewing = log.open(courier, 'live', firefox);
  expect(() => log.admit({ ...courier, customerId: 'late' }, 'live', firefox)).toThrow('viewer-limit-reached');
  viewing.end();
  viewing.begin();
  expect(entries().map(([kind]) => kind)).toEqual(['refused']);
});

test('being admitted is not watching', () => {
  const { log, entries } = setUp();
  log.admit(courier, 'archive', firefox);
  expect(entries()).toEqual([]);
});

test('a website is one viewer, named by its origin', () => {
  const { watch, rows } = setUp();
  for (let visitor = 0; visitor < 3; visitor += 1) watch(shop);
  expect([...rows.values()]).toMatchObject([{ viewer_kind: 'website', viewer_id: 'https://shop.example', grant_kind: 'view' }]);
});

test('at the end of the server every entry ends; those of a removed camera are not written again', () => {
  const { log, watch, seconds, entries, rows } = setUp();
  watch(owner);
  const removed = watch({ ...owner, cameraId: 'gone' });
  seconds(5);
  log.forget('gone');
  rows.clear();
  removed.end();
  seconds(60);
  log.close();
  expect(entries()).toEqual([['live', 0, 65]]);
});

test('memory is limited: the oldest entry ends', () => {
  const { watch, entries, seconds } = setUp(2);
  const viewings = ['a', 'b', 'c'].map((customerId) => watch({ ...owner, customerId }));
  expect(entries()).toEqual([
    ['live', 0, 0],
    ['live', 0, null],
    ['live', 0, null],
  ]);
  for (const viewing of viewings) viewing.end();
  seconds(40);
  expect(entries().filter(([, , until]) => until === null)).toEqual([]);
});

test('steering is one entry from the first movement to the last, until another viewer takes over', () => {
  const { log, watch, seconds, entries, rows } = setUp();
  watch(courier);
  seconds(5, () => log.steer(owner, firefox));
  expect(entries().slice(1)).toEqual([['steering', 1, null]]);
  seconds(3);
  expect(entries().slice(1)).toEqual([['steering', 1, 5]]);
  // A pause to look at the picture.
  seconds(10);
  seconds(1, () => log.steer(owner, firefox));
  expect(entries().slice(1)).toEqual([['steering', 1, null]]);
  seconds(5);
  seconds(1, () => log.steer(shop, undefined));
  expect(entries().slice(1)).toEqual([
    ['steering', 1, 19],
    ['steering', 25, null],
  ]);
  // The courier's only place is taken by watching.
  seconds(5);
  seconds(1, () => log.steer(courier, undefined));
  seconds(60);
  expect(entries().slice(1)).toEqual([
    ['steering', 1, 19],
    ['steering', 25, 25],
    ['steering', 31, 31],
  ]);
  seconds(1, () => log.steer(owner, firefox));
  expect(entries().at(-1)).toEqual(['steering', 92, null]);
  expect([...rows.values()].slice(1)).toMatchObject([
    { viewer_kind: 'user', viewer_id: 'owner', grant_kind: 'owner', browser: 'Firefox', system: 'Linux' },
    { viewer_kind: 'website', viewer_id: 'https://shop.example', browser: null },
    { viewer_kind: 'user', viewer_id: 'courier', grant_kind: 'link' },
    { viewer_id: 'owner' },
  ]);
});
