import type { CameraSdCard } from '@watchpost/contract/schemas/sd-card';
import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createLog } from '../../kernel/log.ts';
import type { CameraControl, SendOptions } from '../../media/control/camera-control.ts';
import { createSdCardService } from './sd-card-service.ts';

const empty: CameraSdCard = {
  card: { state: 'installed', memory: { used: 0, total: 1000 } },
  recording: 'off',
  schedule: [],
  timeZone: 'Europe/Moscow',
};
const strange: CameraSdCard = { ...empty, card: { state: 'not-mounted' } };

interface Sent {
  readonly name: string;
  readonly parameters: unknown;
  readonly options: SendOptions;
  readonly answer: (result: unknown) => void;
  readonly fail: (error: Error) => void;
}

/** Returns the rejection's reason; null when the promise resolves. */
function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

/** Sets up a camera whose answers the test controls. */
function setUp({
  commands = ['sd-card.read', 'sd-card.motion'],
  isOffline = false,
}: { commands?: readonly string[] | null; isOffline?: boolean } = {}) {
  const clock = createManualClock();
  const sent: Sent[] = [];
  const control: CameraControl = {
    send: async (_, command, parameters, options = {}) => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      sent.push({ name: command.name, parameters, options, answer: resolve, fail: reject });
      return command.result.parse(await promise);
    },
    report: () => commands && { commands, firmwareVersion: null, appVersion: null, battery: null, signal: null },
  };
  const service = createSdCardService({ control, isOffline: () => isOffline, clock, log: createLog({ level: 'silent', format: 'json' }) });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  /** Answers the next request. */
  const answer = async (name: string, result: unknown): Promise<void> => {
    await settled();
    const next = sent.shift();
    expect(next?.name).toBe(name);
    next?.answer(result);
    await settled();
  };
  return { clock, sent, service, answer, settled };
}

test('a camera without a card slot is not queried; an offline one is offline', async () => {
  for (const commands of [['camera.restart'], null]) {
    const { service, sent } = setUp({ commands });
    expect(await service.get('c')).toEqual({ support: 'none' });
    expect(sent).toEqual([]);
  }
  await expect(setUp({ commands: null, isOffline: true }).service.get('c')).rejects.toMatchObject({ code: 'camera-offline' });
});

test('formatting continues by itself, reports its progress, and is found again', async () => {
  const { service, answer, sent, settled } = setUp();
  const began = service.format('c');
  await answer('sd-card.read', strange);
  expect(await began).toMatchObject({ card: { state: 'not-mounted' }, work: { state: 'running', kind: 'format', progress: null } });
  await expect(service.format('c')).rejects.toMatchObject({ code: 'sd-card-busy' });
  await expect(service.erase('c')).rejects.toMatchObject({ code: 'sd-card-busy' });
  sent[0]?.options.onProgress?.(0.4);
  expect(await service.get('c')).toMatchObject({ work: { progress: 0.4 } });
  // The camera is not queried meanwhile.
  expect(sent.map(({ name }) => name)).toEqual(['sd-card.format']);
  await answer('sd-card.format', {});
  const after = service.get('c');
  await answer('sd-card.read', empty);
  expect(await after).toEqual({ support: 'card', ...empty, work: null });
  await settled();
});

test('two concurrent requests start one formatting', async () => {
  const { service, answer } = setUp();
  const [first, second] = [service.format('c'), service.format('c')];
  await expect(second).rejects.toMatchObject({ code: 'sd-card-busy' });
  await answer('sd-card.read', strange);
  await first;
});

test('a failure is shown until the next attempt, or for ten minutes; two minutes without an end are a failure', async () => {
  const { service, answer, sent, clock, settled } = setUp();
  const began = service.erase('c');
  await answer('sd-card.read', empty);
  await began;
  sent.shift()?.fail(new AppError('sd-card-erase-failed'));
  await settled();
  const failed = service.get('c');
  await answer('sd-card.read', empty);
  expect(await failed).toMatchObject({ work: { state: 'failed', kind: 'erase' } });

  const again = service.format('c');
  await answer('sd-card.read', empty);
  await again;
  clock.advance(2 * 60_000 - 1);
  expect(sent[0]?.options.signal?.aborted).toBe(false);
  clock.advance(1);
  expect(sent.shift()?.options.signal?.reason).toMatchObject({ code: 'sd-card-format-failed' });
  await settled();
  const late = service.get('c');
  await answer('sd-card.read', strange);
  expect(await late).toMatchObject({ work: { state: 'failed', kind: 'format' } });
  clock.advance(10 * 60_000);
  const forgotten = service.get('c');
  await answer('sd-card.read', strange);
  expect(await forgotten).toMatchObject({ work: null });
});

test('a missing card is neither formatted nor erased, and a camera that does not answer is not at work', async () => {
  const { service, answer, sent, settled } = setUp();
  const none = failureOf(service.format('c'));
  await answer('sd-card.read', { ...empty, card: { state: 'not-installed' } });
  expect(await none).toMatchObject({ code: 'sd-card-not-installed' });
  const unmounted = failureOf(service.erase('c'));
  await answer('sd-card.read', strange);
  expect(await unmounted).toMatchObject({ code: 'sd-card-not-mounted' });
  const silent = service.erase('c');
  await settled();
  sent.shift()?.fail(new AppError('camera-silent'));
  await expect(silent).rejects.toMatchObject({ code: 'camera-silent' });
  const shown = service.get('c');
  await answer('sd-card.read', empty);
  expect(await shown).toMatchObject({ work: null });
});

test('a camera that records motion is notified of motion; no other is', async () => {
  const { service, sent, clock } = setUp();
  service.onMotion('c', true);
  // A message may be lost: it is repeated while the motion lasts.
  clock.advance(31_000);
  service.onMotion('c', false);
  clock.advance(60_000);
  expect(sent.map(({ name, parameters }) => [name, parameters])).toEqual([
    ...Array.from({ length: 3 }, () => ['sd-card.motion', { isMoving: true }]),
    ['sd-card.motion', { isMoving: false }],
  ]);
  sent[0]?.fail(new AppError('camera-offline'));
  service.onMotion('c', true);
  service.close();
  expect(clock.pending).toBe(0);
  const other = setUp({ commands: ['sd-card.read'] });
  other.service.onMotion('c', true);
  expect(other.sent).toEqual([]);
});

test('a change requires the camera’s confirmation', async () => {
  const { service, answer, sent, settled } = setUp();
  const changed = service.update('c', { recording: 'always' });
  await settled();
  expect(sent[0]?.parameters).toEqual({ recording: 'always' });
  await answer('sd-card.write', { ...empty, recording: 'always' });
  expect(await changed).toMatchObject({ recording: 'always', work: null });
});
