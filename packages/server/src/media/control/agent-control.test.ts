import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CommandError, handles, runControlLink, type CommandContext, type CommandHandler } from '@watchpost/camera-agent';
import type { CameraCommand } from '@watchpost/contract/protocols/control';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { systemClock } from '@watchpost/contract/timing/clock';
import mqtt from 'mqtt';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createEmbeddedBroker } from '../../adapters/broker/embedded.ts';
import type { Broker } from '../../adapters/broker/port.ts';
import { createAgentAccess } from '../../features/add-camera/index.ts';
import { createAgentControl, type AgentControl } from './agent-control.ts';
import { createCameraControl, type CameraControl } from './camera-control.ts';

const turn = {
  name: 'test.turn',
  parameters: z.strictObject({ by: z.number() }),
  result: z.strictObject({ at: z.number() }),
} as const satisfies CameraCommand;
const report = { firmwareVersion: '1.2.3', appVersion: '0.4.0', battery: { level: 0.5, isCharging: true }, signal: 0.8 };
const token = (cameraId: string): string => `token-of-${cameraId}-0123456789`;

let clock: ManualClock;
let broker: Broker;
let driver: AgentControl;
let control: CameraControl;
let server: Server;
let url: string;
const cameras = new Map<string, { isPaused: boolean }>();
const connected = new Set<string>();
const undo: (() => unknown)[] = [];
/** Commands that were sent, as reported by `onSend`. */
const sent: string[] = [];

beforeEach(async () => {
  clock = createManualClock();
  cameras.clear();
  connected.clear();
  const findAgent = async (agentToken: string) => {
    const cameraId = [...cameras.keys()].find((id) => token(id) === agentToken);
    return cameraId === undefined ? null : { cameraId, isPaused: cameras.get(cameraId)?.isPaused ?? false };
  };
  broker = createEmbeddedBroker({ rules: createAgentAccess({ findAgent }), clock, log: pino({ level: 'silent' }) });
  driver = createAgentControl({ broker, clock, isConnected: (cameraId) => connected.has(cameraId) });
  sent.length = 0;
  control = createCameraControl({
    driverOf: (cameraId) => (cameraId === 'rtsp' ? null : driver),
    onSend: (cameraId, name) => void sent.push(`${cameraId} ${name}`),
  });
  server = createServer().on('upgrade', broker.handleUpgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  for (const free of undo.splice(0)) await free();
  driver.close();
  await broker.close();
  server.close();
});

/** Starts an agent that is connected and has reported it. */
async function startAgent(cameraId: string, handlers: readonly CommandHandler[] = []): Promise<{ readonly stop: () => Promise<void> }> {
  cameras.set(cameraId, { isPaused: false });
  connected.add(cameraId);
  const abort = new AbortController();
  const running = runControlLink(
    { serverUrl: url, cameraId, agentToken: token(cameraId), handlers, status: async () => report, clock: systemClock },
    abort.signal,
  );
  const stop = async (): Promise<void> => {
    abort.abort();
    await running;
  };
  undo.push(stop);
  await expect.poll(() => control.report(cameraId)).not.toBeNull();
  return { stop };
}

test('a command reaches its camera and returns its result; the camera’s report is known', async () => {
  const heard: unknown[] = [];
  const handler = handles(turn, async (parameters) => {
    heard.push(parameters);
    return { at: parameters.by * 2 };
  });
  await startAgent('c1', [handler]);
  await startAgent('c2', [handler]);
  expect(control.report('c1')).toEqual({ commands: ['test.turn'], ...report });
  expect(await control.send('c1', turn, { by: 21 })).toEqual({ at: 42 });
  expect([heard, sent]).toEqual([[{ by: 21 }], ['c1 test.turn']]);
  clock.advance(3 * 60_000 + 1);
  expect(control.report('c1')).toBeNull();
  // Its last state before it fell silent: a phone with an almost empty battery.
  expect(driver.lastReport('c1')?.battery).toEqual(report.battery);
  driver.forget('c1');
  expect(driver.lastReport('c1')).toBeNull();
});

test('a command sent between a camera’s video and its control connection is delivered once that stands, and runs once', async () => {
  cameras.set('c1', { isPaused: false });
  connected.add('c1');
  const sent = control.send('c1', turn, { by: 4 });
  const heard: number[] = [];
  await startAgent('c1', [
    handles(turn, async ({ by }) => {
      heard.push(by);
      return { at: by };
    }),
  ]);
  expect(await sent).toEqual({ at: 4 });
  expect(await control.send('c1', turn, { by: 5 })).toEqual({ at: 5 });
  expect(heard).toEqual([4, 5]);
});

test('progress is passed on; a client that leaves cancels its command', async () => {
  const contexts: CommandContext[] = [];
  await startAgent('c1', [
    handles(turn, (_, context) => {
      contexts.push(context);
      context.progress(0.25);
      return new Promise(() => undefined);
    }),
  ]);
  const seen: (number | null)[] = [];
  const leave = new AbortController();
  const sent = control.send('c1', turn, { by: 1 }, { signal: leave.signal, onProgress: (fraction) => seen.push(fraction) });
  sent.catch(() => undefined);
  await expect.poll(() => seen).toEqual([0.25]);
  leave.abort(new Error('left'));
  await expect(sent).rejects.toThrow('left');
  await expect.poll(() => contexts[0]?.signal.aborted).toBe(true);
  await expect(control.send('c1', turn, { by: 1 }, { signal: leave.signal })).rejects.toThrow('left');
});

test('each kind of failure has its error', async () => {
  await startAgent('c1', [
    handles(turn, async ({ by }) => {
      if (by === 0) throw new CommandError('camera-busy');
      // A hostile agent would send this.
      if (by === 1) throw new CommandError('session-expired');
      if (by === 2) return { at: Number.NaN };
      return new Promise<never>(() => undefined);
    }),
  ]);
  const other = { ...turn, name: 'test.fly' };
  const codeOf = (sent: Promise<unknown>): Promise<unknown> =>
    sent.then(
      () => null,
      ({ code }: { code: unknown }) => code,
    );
  expect(await codeOf(control.send('c1', turn, { by: 0 }))).toBe('camera-busy');
  expect(await codeOf(control.send('c1', turn, { by: 2 }))).toBe('camera-failed');
  expect(await codeOf(control.send('c1', other, { by: 0 }))).toBe('camera-unsupported');
  expect(await codeOf(control.send('rtsp', turn, { by: 0 }))).toBe('camera-unsupported');
  expect(await codeOf(control.send('away', turn, { by: 0 }))).toBe('camera-offline');
  const forged = codeOf(control.send('c1', turn, { by: 1 }));
  clock.advance(8000);
  expect(await forged).toBe('camera-silent');
});

test('a camera is received on its own topics only, with its own token, until it is removed', async () => {
  const { stop } = await startAgent('c1', [handles(turn, async ({ by }) => ({ at: by }))]);
  cameras.set('c2', { isPaused: true });
  const connect = (password: string, username = 'camera') =>
    mqtt.connectAsync(url.replace('http', 'ws'), { username, password, reconnectPeriod: 0, protocolVersion: 4 });
  for (const refused of [connect('wrong-token-0123456789'), connect(token('c2')), connect(token('c1'), 'anna')])
    await expect(refused).rejects.toThrow();
  await stop();
  connected.add('c1');
  const thief = await connect(token('c1'));
  undo.push(() => thief.endAsync(true));
  cameras.set('c2', { isPaused: false });
  connected.add('c2');
  const closed = new Promise<void>((resolve) => thief.once('close', () => resolve()));
  thief.publish('cameras/c2/report', JSON.stringify({ commands: [], ...report }));
  await closed;
  expect(control.report('c2')).toBeNull();
  const again = await connect(token('c1'));
  undo.push(() => again.endAsync(true));
  const over = new Promise<void>((resolve) => again.once('close', () => resolve()));
  cameras.delete('c1');
  broker.recheck('c1');
  await over;
});

test('unreadable messages are ignored', async () => {
  await startAgent('c1');
  driver.forget('c1');
  cameras.set('c9', { isPaused: false });
  connected.add('c9');
  const odd = await mqtt.connectAsync(url.replace('http', 'ws'), {
    username: 'camera',
    password: token('c9'),
    reconnectPeriod: 0,
    protocolVersion: 4,
  });
  undo.push(() => odd.endAsync(true));
  const sent = control.send('c9', turn, { by: 1 });
  sent.catch(() => undefined);
  const bad = [
    '',
    'null',
    '{}',
    JSON.stringify({ commands: ['no dot'], ...report }),
    JSON.stringify({ commands: [], ...report, signal: 2 }),
  ];
  for (const payload of bad) {
    odd.publish('cameras/c9/report', payload);
    odd.publish('cameras/c9/answers', payload);
  }
  odd.publish('cameras/c9/report', JSON.stringify({ commands: [], ...report }));
  await expect.poll(() => control.report('c9')).toEqual({ commands: [], ...report });
  clock.advance(8000);
  await expect(sent).rejects.toMatchObject({ code: 'camera-silent' });
});
