import type { ProbeSourceAnswer } from '@watchpost/sdk-core';
import { WatchpostError } from '@watchpost/sdk-core';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { describe, expect, test } from 'vitest';
import { addByAddress } from './add-camera-attempt.ts';
import type { AddStep } from './add-camera-attempt.ts';

const camera = buildCamera({ id: 'c1', state: 'connecting' });

function rig(options: {
  readonly kind?: 'address' | 'onvif';
  readonly found?: ProbeSourceAnswer['found'];
  readonly device?: ProbeSourceAnswer['device'];
  readonly channels?: ProbeSourceAnswer['channels'];
  readonly chooses?: string;
  readonly probeFails?: WatchpostError;
  readonly pictureAfter?: number;
}) {
  let now = 0;
  const steps: AddStep[] = [];
  const sent: unknown[] = [];
  const found: { readonly after: readonly AddStep[]; readonly answer: ProbeSourceAnswer }[] = [];
  const asked: unknown[] = [];
  const abort = new AbortController();
  const run = addByAddress({
    client: {
      addCamera: {
        probe: async (source) => {
          sent.push(source);
          if (options.probeFails) throw options.probeFails;
          const { found: at, device, channels } = options;
          return { tracks: [], ...(at && { found: at }), ...(device && { device }), ...(channels && { channels }) };
        },
        addRtsp: async (source) => (sent.push(source), camera),
        addOnvif: async (source) => (sent.push(source), camera),
      },
      cameras: {
        get: async () => (options.pictureAfter !== undefined && now >= options.pictureAfter ? { ...camera, previewAt: now } : camera),
      },
    },
    clock: {
      monotonic: () => now,
      after: (delay, callback) => {
        now += delay;
        callback();
        return () => undefined;
      },
    },
    kind: options.kind ?? 'address',
    address: { url: 'cam', username: 'admin', password: '' },
    title: 'Front door',
    signal: abort.signal,
    onStep: (step) => steps.push(step),
    onFound: (answer) => found.push({ after: [...steps], answer }),
    chooseChannel: async (channels) => {
      asked.push(channels);
      if (options.chooses === undefined) throw new WatchpostError('aborted');
      return options.chooses;
    },
    onRegistered: () => undefined,
  });
  return { run, steps, sent, found, asked, elapsed: () => now };
}

describe('addByAddress', () => {
  test('probes, registers and ends with the first picture', async () => {
    const { run, steps, sent } = rig({ pictureAfter: 2000, found: { kind: 'rtsp', url: 'rtsp://cam/a' } });
    expect((await run).previewAt).toBe(2000);
    expect(steps).toEqual(['ask', 'register', 'picture']);
    expect(sent).toEqual([
      { kind: 'address', address: 'cam', username: 'admin' },
      { url: 'rtsp://cam/a', username: 'admin', title: 'Front door' },
    ]);
  });

  test('reports what was found at a typed address, and the device, once and before registering it', async () => {
    const device = { manufacturer: 'Northgate', model: 'NG-2', hasLowStream: true };
    const { run, found } = rig({ pictureAfter: 1000, found: { kind: 'onvif', address: 'cam:8000' }, device });
    await run;
    expect(found).toEqual([{ after: ['ask'], answer: { tracks: [], found: { kind: 'onvif', address: 'cam:8000' }, device } }]);
  });

  test('opens a camera without a picture after 15 s', async () => {
    const { run, elapsed } = rig({});
    expect((await run).id).toBe('c1');
    expect(elapsed()).toBe(15_000);
  });

  test('registers a camera that answers by ONVIF as such', async () => {
    const { run, sent } = rig({ pictureAfter: 1000, found: { kind: 'onvif', address: 'cam:8000' } });
    await run;
    expect(sent[1]).toEqual({ address: 'cam:8000', username: 'admin', title: 'Front door' });
  });

  test('an ONVIF camera from the search is probed and registered at its address', async () => {
    const { run, steps, sent, asked } = rig({ kind: 'onvif', pictureAfter: 1000 });
    await run;
    expect(steps).toEqual(['ask', 'register', 'picture']);
    expect(sent).toEqual([
      { kind: 'onvif', address: 'cam', username: 'admin' },
      { address: 'cam', username: 'admin', title: 'Front door' },
    ]);
    expect(asked).toEqual([]);
  });

  const channels = [
    { channel: 'in1', width: 1920, height: 1080, isAdded: true },
    { channel: 'in2', width: 1920, height: 1080, isAdded: false },
  ];
  test.each(['address', 'onvif'] as const)('a recorder’s channel is chosen before it is registered (%s)', async (kind) => {
    const { run, sent, asked } = rig({ kind, pictureAfter: 1000, found: { kind: 'onvif', address: 'cam' }, channels, chooses: 'in2' });
    await run;
    expect(asked).toEqual([channels]);
    expect(sent[1]).toEqual({ address: 'cam', channel: 'in2', username: 'admin', title: 'Front door' });
  });
  test('a recorder is not registered without a choice, nor when all its channels are', async () => {
    const cancelled = rig({ kind: 'onvif', channels });
    await expect(cancelled.run).rejects.toMatchObject({ code: 'aborted' });
    const full = rig({ kind: 'onvif', channels: channels.map((one) => ({ ...one, isAdded: true })), chooses: 'in1' });
    await expect(full.run).rejects.toMatchObject({ code: 'camera-connected-here' });
    expect([cancelled.sent.length, full.sent.length, full.asked.length]).toEqual([1, 1, 0]);
  });

  test('registers nothing after a failed probe', async () => {
    const { run, steps, sent } = rig({ probeFails: new WatchpostError('camera-wrong-password') });
    await expect(run).rejects.toMatchObject({ code: 'camera-wrong-password' });
    expect(steps).toEqual(['ask']);
    expect(sent).toHaveLength(1);
  });
});
