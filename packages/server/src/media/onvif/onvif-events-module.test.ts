import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createNetworkPolicy } from '../../kernel/network/network-policy.ts';
import type { StoredCamera, StoredSource } from '../../kernel/module/stored-camera.ts';
import type { CameraStatus } from '../media-types.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createOnvifEventsModule } from './onvif-events-module.ts';

const device = { address: 'http://192.168.1.20/onvif/device_service', manufacturer: '', model: '', firmwareVersion: '', serialNumber: '' };
const onvif: StoredSource = { kind: 'rtsp', url: 'rtsp://192.168.1.20/main', username: 'admin', password: 'secret', device };

function setUp() {
  const clock = createManualClock(0);
  const log = pino({ level: 'silent' });
  const states = new Map<string, CameraStatus['state']>();
  const calls: string[] = [];
  let listener: (cameraId: string, status: CameraStatus) => void = () => undefined;
  const statusOf = (cameraId: string): CameraStatus => ({ state: states.get(cameraId) ?? 'offline', since: 0, reason: null });
  const module = createOnvifEventsModule({
    clock,
    log,
    streams: createStreamRegistry({ clock, log }),
    ingest: {
      status: statusOf,
      onStatus: (next) => {
        listener = next;
        return () => void calls.push('no more states');
      },
    },
    networkOf: () => createNetworkPolicy({ allowPrivate: true, allowLoopback: false }),
    onDetection: () => undefined,
    detectsMotion: () => true,
    onMotion: () => undefined,
    watch: {
      watch: (cameraId, ownerId, { address, channel, username }) =>
        void calls.push(`watch ${cameraId} ${ownerId} ${address} ${channel} ${username}`),
      forget: (cameraId) => void calls.push(`forget ${cameraId}`),
      close: async () => void calls.push('close'),
    },
  });
  const become = (cameraId: string, state: CameraStatus['state']): void => {
    states.set(cameraId, state);
    listener(cameraId, statusOf(cameraId));
  };
  const start = (id: string, source: StoredSource): void =>
    module.cameraHooks?.start?.({ id, ownerId: 'owner', source, archiveDays: 1 } satisfies StoredCamera, { isResumed: false });
  return { module, calls, become, start };
}

test('an ONVIF camera is followed while its video arrives', async () => {
  const { module, calls, become, start } = setUp();
  start('c1', onvif);
  expect(calls).toEqual([]);
  become('c1', 'online');
  become('c1', 'online');
  become('c1', 'offline');
  become('c1', 'online');
  const followed = `watch c1 owner ${device.address} undefined admin`;
  expect(calls).toEqual([followed, 'forget c1', followed]);
  await module.cameraHooks?.stop?.('c1', { isRemoved: true });
  become('c1', 'online');
  expect(calls.slice(3)).toEqual(['forget c1']);
  await module.stop?.();
  expect(calls.slice(4)).toEqual(['no more states', 'close']);
});

test('a camera that is online already when it starts is followed; one without ONVIF never', () => {
  const { calls, become, start } = setUp();
  become('c1', 'online');
  become('c2', 'online');
  start('c1', { ...onvif, device: { ...device, channel: 'source_1' } });
  start('c2', { kind: 'rtsp', url: 'rtsp://192.168.1.21/main' });
  start('c3', { kind: 'agent', serialNumber: 's' });
  become('c3', 'online');
  expect(calls).toEqual([`watch c1 owner ${device.address} source_1 admin`]);
});
