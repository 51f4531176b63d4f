import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig } from '../../kernel/config.ts';
import { startTestServer } from '../../testing/test-server.ts';

test('a taken RTSP port is named, with its setting, and the server does not start half', async () => {
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  const rtspPort = address !== null && typeof address === 'object' ? address.port : 0;
  const failed = startTestServer({ rtspPort });
  await expect(failed).rejects.toThrow(ConfigError);
  await expect(failed).rejects.toThrow(`Port ${rtspPort} is taken by another program. Stop it, or choose another port: RTSP_PORT=8555.`);
});

test('the port is closed unless it is set, and a wrong one is refused', () => {
  expect(readConfig({}).rtspPort).toBeNull();
  expect(readConfig({ RTSP_PORT: '8554' }).rtspPort).toBe(8554);
  for (const wrong of ['0', '70000', 'x', '8554.5']) expect(() => readConfig({ RTSP_PORT: wrong })).toThrow(/RTSP_PORT must be/);
});

test('the ONVIF port is closed unless it is set, needs RTSP, and is named when it is taken', async () => {
  expect(readConfig({}).onvifPort).toBeNull();
  expect(readConfig({ ONVIF_PORT: '8000', RTSP_PORT: '8554' }).onvifPort).toBe(8000);
  expect(() => readConfig({ ONVIF_PORT: '8000' })).toThrow('ONVIF_PORT needs RTSP_PORT');
  expect(() => readConfig({ ONVIF_PORT: '0', RTSP_PORT: '8554' })).toThrow(/ONVIF_PORT must be/);
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const address = other.address();
  const onvifPort = address !== null && typeof address === 'object' ? address.port : 0;
  const failed = startTestServer({ rtspPort: 0, onvifPort });
  await expect(failed).rejects.toThrow(`Port ${onvifPort} is taken by another program. Stop it, or choose another port: ONVIF_PORT=8001.`);
});

test('the files that encrypt RTSP belong together', () => {
  expect(readConfig({}).rtspCertificate).toBeNull();
  expect(readConfig({ RTSP_TLS_CERT: '/tls/cert.pem', RTSP_TLS_KEY: '/tls/key.pem' }).rtspCertificate).toEqual({
    certFile: '/tls/cert.pem',
    keyFile: '/tls/key.pem',
  });
  for (const half of [{ RTSP_TLS_CERT: '/tls/cert.pem' }, { RTSP_TLS_KEY: '/tls/key.pem' }])
    expect(() => readConfig(half)).toThrow('RTSP_TLS_CERT and RTSP_TLS_KEY belong together');
});

test('files that encrypt nothing are named, and the server does not start', async () => {
  const rtspCertificate = { certFile: '/nowhere/cert.pem', keyFile: '/nowhere/key.pem' };
  const failed = startTestServer({ rtspPort: 0, rtspCertificate });
  await expect(failed).rejects.toThrow(ConfigError);
  await expect(failed).rejects.toThrow(/RTSP can't be encrypted with \/nowhere\/cert.pem and \/nowhere\/key.pem: ENOENT/);
});
