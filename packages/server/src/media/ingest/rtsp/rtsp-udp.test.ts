import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openUdpPorts } from './rtsp-udp.ts';

test('packets of the camera arrive, at a pair of ports that is free again afterwards; closing twice is harmless', async () => {
  const received: string[] = [];
  const arrived = Promise.withResolvers<void>();
  const ports = await openUdpPorts('127.0.0.1', (data) => {
    received.push(data.toString());
    arrived.resolve();
  });
  expect(ports.port % 2).toBe(0);
  const camera = createSocket('udp4');
  camera.send('a packet', ports.port, '127.0.0.1');
  await arrived.promise;
  expect(received).toEqual(['a packet']);
  ports.close();
  expect(() => ports.close()).not.toThrow();
  camera.close();
  const other = createSocket('udp4').bind(ports.port);
  await once(other, 'listening');
  other.close();
});
