// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setUp, show, stands } from '../testing/player-stand.ts';
import type { PlayerStand } from '../testing/player-stand.ts';
// Loaded in advance, so that no test waits for a dynamic import.
import './player-quality-reporter.ts';

const sendReport = { method: 'POST', path: '/public/api/v3/quality-reports' } as const;
const receiver = 'https://metrics.example/video';
const beacons: { readonly url: string; readonly init: RequestInit; readonly body: Record<string, unknown> }[] = [];
let isForbidden = false;

beforeEach(() => {
  beacons.length = 0;
  isForbidden = false;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    beacons.push({ url, init, body: JSON.parse(await new Response(init.body).text()) });
    if (isForbidden) throw new TypeError('Refused by the policy');
    return new Response();
  });
});

const sent = ({ server }: PlayerStand) => server.requestsTo(sendReport).map(({ body }) => body);
/** A player that shows a picture 300 ms after it was opened. */
async function open(report: string | null): Promise<PlayerStand> {
  const stand = await setUp({ report });
  await stand.pass(300);
  await stand.frame();
  return stand;
}

describe('to the server', () => {
  test('a report a minute, and one at the end; together they are the view', async () => {
    const stand = await open('server');
    await stand.pass(70_000);
    stand.player.dispose();
    await stand.settle();
    const [first, last] = sent(stand);
    expect(stand.server.requestsTo(sendReport)[0]?.path).toBe(`${sendReport.path}?cameraId=c1`);
    expect(first).toMatchObject({ sequence: 0, page: 'app', startupMs: 300, transport: 'websocket', stallCount: 0 });
    expect(last).toMatchObject({ sequence: 1, viewId: first?.['viewId'], startupMs: null });
    expect(Number(first?.['watchedMs']) + Number(last?.['watchedMs'])).toBe(70_000);
    await stand.pass(120_000);
    expect(sent(stand)).toHaveLength(2);
  });

  test('leaving the page reports, and so does hiding it, but not again and again', async () => {
    const stand = await open('server');
    await stand.pass(2_000);
    show('hidden');
    await stand.settle();
    expect(sent(stand)).toHaveLength(0);
    await stand.pass(4_000);
    dispatchEvent(new Event('pagehide'));
    await stand.settle();
    expect(sent(stand)).toHaveLength(1);
  });

  test('while the page is frozen, nothing is watched', async () => {
    const stand = await open('server');
    await stand.pass(10_000);
    const { monotonic } = stand.clock;
    vi.spyOn(stand.clock, 'monotonic').mockImplementation(() => monotonic() + 300_000);
    await stand.pass(10_000);
    stand.player.dispose();
    await stand.settle();
    const watchedMs = sent(stand).reduce((sum, body) => sum + Number(body['watchedMs']), 0);
    expect(watchedMs).toBeGreaterThanOrEqual(15_000);
    expect(watchedMs).toBeLessThanOrEqual(20_000);
  });

  test('a view without a picture is reported, too', async () => {
    const stand = await setUp({ report: 'server' });
    stands.at(-1)?.listener.onFail('forbidden', true);
    await stand.pass(1_000);
    await stand.pass(1_000);
    stand.player.dispose();
    await stand.settle();
    expect(sent(stand)).toMatchObject([{ startupMs: null, watchedMs: 0, errors: { forbidden: 1 } }]);
  });

  test('without `report`, nothing is sent, and the page still gets its events', async () => {
    const stand = await open(null);
    await stand.pass(120_000);
    stand.player.dispose();
    await stand.settle();
    expect([sent(stand), beacons]).toEqual([[], []]);
    expect(stand.reported.map(({ type }) => type)).toContain('first-frame');
  });
});

describe('a change of `report`', () => {
  test('splits the view: each target gets its own part', async () => {
    const stand = await open('server');
    await stand.pass(10_000);
    stand.player.setReport(receiver);
    await stand.pass(20_000);
    stand.player.setReport(null);
    await stand.pass(100_000);
    stand.player.dispose();
    await stand.settle();
    expect(sent(stand)).toMatchObject([{ watchedMs: 10_000, sequence: 0 }]);
    expect(beacons.map(({ body }) => body)).toMatchObject([{ watchedMs: 20_000, sequence: 1, startupMs: null }]);
  });

  test('from none begins there: what was before is not reported', async () => {
    const stand = await open(null);
    await stand.pass(30_000);
    stand.player.setReport('server');
    await stand.pass(5_000);
    // Another moment has a first frame, too.
    stand.player.seek(stand.clock.now() - 60_000);
    await stand.settle();
    await stand.frame();
    stand.player.dispose();
    await stand.settle();
    expect(sent(stand)).toMatchObject([{ startupMs: null, watchedMs: 5_000 }]);
  });
});

describe('a beacon', () => {
  test('is JSON with the camera, without cookies, and outlives the page', async () => {
    const stand = await open(receiver);
    await stand.pass(60_000);
    expect(beacons).toHaveLength(1);
    const { url, init, body } = beacons[0] ?? {};
    expect([url, init?.credentials, init?.keepalive, init?.mode]).toEqual([receiver, 'omit', true, 'no-cors']);
    expect(body).toMatchObject({ cameraId: 'c1', startupMs: 300, elementVersion: '0.0.0' });
  });

  test('that the policy forbids is silent, and given up', async () => {
    isForbidden = true;
    const stand = await open(receiver);
    await stand.pass(600_000);
    expect(beacons).toHaveLength(3);
  });

  test('goes nowhere without an encrypted address', async () => {
    const stand = await open('http://metrics.example/video');
    await stand.pass(60_000);
    expect(beacons).toEqual([]);
  });
});
