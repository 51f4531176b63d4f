import type { Camera } from '@watchpost/sdk-core';
import { WatchpostError } from '@watchpost/sdk-core';
import { describe, expect, test } from 'vitest';
import { addByAddress } from './add-camera-attempt.ts';
import type { AddStep } from './add-camera-attempt.ts';

const camera: Camera = {
  id: 'c1', title: 'Front door', previewUrl: null, previewAt: null, platform: 'ThirdParty', isFullAccess: true, isOwner: true, withAudio: true, withArchive: true, canTalk: false,
  state: 'connecting', stateSince: 0, stateReason: null, timeZone: 'Europe/Moscow', archiveDays: 7, createdAt: 0,
};

function rig(options: { readonly kind?: 'rtsp' | 'onvif'; readonly probeFails?: WatchpostError; readonly pictureAfter?: number }) {
  let now = 0;
  const steps: AddStep[] = [];
  const sent: unknown[] = [];
  const abort = new AbortController();
  const run = addByAddress({
    client: {
      addCamera: {
        probe: async (source) => {
          sent.push(source);
          if (options.probeFails) throw options.probeFails;
          return { tracks: [] };
        },
        addRtsp: async (source) => (sent.push(source), camera),
        addOnvif: async (source) => (sent.push(source), camera),
      },
      cameras: { get: async () => (options.pictureAfter !== undefined && now >= options.pictureAfter ? { ...camera, previewAt: now } : camera) },
    },
    clock: {
      now: () => now,
      after: (delay, callback) => {
        now += delay;
        callback();
        return () => undefined;
      },
    },
    kind: options.kind ?? 'rtsp',
    address: { url: 'rtsp://cam/a', username: 'admin', password: '' },
    title: 'Front door',
    signal: abort.signal,
    onStep: (step) => steps.push(step),
    onRegistered: () => undefined,
  });
  return { run, steps, sent, elapsed: () => now };
}

describe('addByAddress', () => {
  test('asks, registers and ends with the first picture', async () => {
    const { run, steps, sent } = rig({ pictureAfter: 2000 });
    expect((await run).previewAt).toBe(2000);
    expect(steps).toEqual(['ask', 'register', 'picture']);
    expect(sent).toEqual([
      { kind: 'rtsp', url: 'rtsp://cam/a', username: 'admin' },
      { url: 'rtsp://cam/a', username: 'admin', title: 'Front door' },
    ]);
  });

  test('a camera without a picture is opened all the same after 15 s', async () => {
    const { run, elapsed } = rig({});
    expect((await run).id).toBe('c1');
    expect(elapsed()).toBe(15_000);
  });

  test('an ONVIF camera is asked by the server alone, once', async () => {
    const { run, steps, sent } = rig({ kind: 'onvif', pictureAfter: 1000 });
    await run;
    expect(steps).toEqual(['ask', 'register', 'picture']);
    expect(sent).toEqual([{ address: 'rtsp://cam/a', username: 'admin', title: 'Front door' }]);
  });

  test('a failed probe registers nothing', async () => {
    const { run, steps, sent } = rig({ probeFails: new WatchpostError('camera-wrong-password') });
    await expect(run).rejects.toMatchObject({ code: 'camera-wrong-password' });
    expect(steps).toEqual(['ask']);
    expect(sent).toHaveLength(1);
  });
});
