import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startFieldCamera } from '../../testing/field-cameras/field-camera.ts';
import type { FieldCase } from '../../testing/field-cameras/field-case.ts';
import { pictureRate } from '../../testing/field-cameras/field-media.ts';
import { rtspCases } from '../../testing/field-cameras/field-cases-rtsp.ts';
import { trackCases } from '../../testing/field-cameras/field-cases-tracks.ts';
import { clipMs, observeFieldCamera, type Observation } from '../../testing/field-cameras/observe-field-camera.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const missing = process.env['WATCHPOST_TEST_MISSING']?.split(',') ?? [];
const cases: readonly FieldCase[] = [...rtspCases, ...trackCases];
/** A segment takes 4 s, and FFmpeg looks at each camera's. */
const timeoutMs = atMost(40_000);
/** Cameras that record at once: they and the server share one process, and what stalls it is not the camera's fault. */
const maxConcurrent = 16;

describe.skipIf(missing.includes('ffmpeg'))('cameras in the field', () => {
  let server: TestServer;
  const closers: (() => Promise<void>)[] = [];
  const observations = new Map<string, Promise<Observation>>();

  beforeAll(async () => {
    server = await startTestServer();
    const running: Promise<unknown>[] = [];
    for (const [index, fieldCase] of cases.entries()) {
      const camera = await startFieldCamera(fieldCase);
      closers.push(camera.close);
      const observe = (): Promise<Observation> =>
        observeFieldCamera(fieldCase, camera, {
          server,
          waitFor: (look) => vi.waitFor(look, { timeout: timeoutMs, interval: 200 }),
        });
      const slot = index % maxConcurrent;
      const observation = running[slot]?.then(observe) ?? observe();
      // Its failure is awaited by its own test, and holds up no other.
      running[slot] = observation.catch(() => undefined);
      observations.set(fieldCase.name, observation);
    }
  });
  afterAll(async () => {
    await server.close();
    await Promise.all(closers.map((close) => close()));
  });

  test.each(cases)(
    '$name: a camera that $does',
    async ({ name, seen }) => {
      const observation = await observations.get(name);
      if (!observation) throw new Error('The camera was not started.');
      const { state, reason, connections, unplayedSound, isCounted, isMarked, gaps, clip } = observation;
      expect({ state, reason }).toEqual({ state: seen.state ?? 'online', reason: seen.reason ?? null });
      expect(connections).toBeLessThanOrEqual(seen.connections ?? 2);
      expect(unplayedSound).toBe(seen.unplayedSound);
      expect(gaps).toEqual(seen.gap === undefined ? [] : [seen.gap]);
      if (seen.state === 'offline') return;
      const isDamaged = seen.isDamaged ?? false;
      expect({ isCounted, isMarked }).toEqual({ isCounted: isDamaged, isMarked: isDamaged });
      expect(clip).toMatchObject({ sizes: seen.sizes ?? ['320x180'], audio: seen.audio ?? null, errors: '' });
      if (!clip) throw new Error('There is no clip.');
      const { pictures, due, stepMs, spanMs } = clip;
      // The recording's clock follows the arrival of pictures: when this process stalls, its 4 s are not the camera's. Pictures stay evenly
      // spaced then, so that one is missing where the next comes twice as late as others do.
      expect(pictures).toBeGreaterThanOrEqual(Math.floor((due * (seen.picturesPerSecond ?? pictureRate)) / pictureRate));
      expect(stepMs).toBeLessThan((1000 / pictureRate) * 1.75);
      expect(spanMs).toBeGreaterThan(clipMs - 3 * stepMs - (seen.longestHoleMs ?? 0));
      // How soon sound that is transcoded begins depends on the machine.
      if (seen.audio) expect(clip.soundFrames).toBeGreaterThan(0);
    },
    timeoutMs * 2,
  );
});
