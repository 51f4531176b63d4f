import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openUdpPorts } from './rtsp-udp.ts';

test('packets of the camera arrive; the pair of ports is free again afterwards; closing twice is harmless', async () => {
  const received: string[] = [];
  const arrived = Promise.withResolvers<void>();
  const ports = await openUdpPorts('127.0.0.1', {
    onPacket: (data) => void received.push(data.toString()),
    onReport: (data) => {
      received.push(data.toString());
      arrived.resolve();
    },
  });
  expect(ports.port % 2).toBe(0);
  const camera = createSocket('udp4');
  camera.send('a packet', ports.port, '127.0.0.1', () => camera.send('a report', ports.port + 1, '127.0.0.1'));
  await arrived.promise;
  expect(received).toEqual(['a packet', 'a report']);
  ports.close();
  expect(() => ports.close()).not.toThrow();
  camera.close();
  const other = createSocket('udp4').bind(ports.port);
  await once(other, 'listening');
  other.close();
});
