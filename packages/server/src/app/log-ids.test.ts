import { expect, test } from 'vitest';
import { readConfig } from '../kernel/config.ts';
import { createLog } from '../kernel/log.ts';
import { cameraAccess } from '../testing/camera-access.ts';
import { createHttp } from './create-http.ts';

test('what a request causes is logged with its id and its camera, also after its body; a failed answer names the line', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', format: 'json', write: (line) => void lines.push(line) });
  const app = await createHttp(readConfig({}), log);
  app.post('/fails', async (request) => {
    request.camera = cameraAccess({ cameraId: 'cam_1', customerId: 'cus_1' });
    await Promise.resolve();
    // Another part of the server, which knows nothing of the request.
    log.warn('The disk is slow');
    throw new Error('boom');
  });
  app.get('/works', async () => 'ok');
  await app.ready();
  const failed = await app.inject({ method: 'POST', url: '/fails', payload: { some: 'body' } });
  const worked = await app.inject('/works');
  await app.close();

  expect(failed.statusCode).toBe(500);
  const id = failed.headers['x-request-id'];
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(worked.headers['x-request-id']).toBeUndefined();
  expect(lines.map((line) => JSON.parse(line)).map(({ msg, reqId, cameraId }) => [msg, reqId, cameraId])).toEqual([
    ['The disk is slow', id, 'cam_1'],
    ['A request failed', id, 'cam_1'],
  ]);
});
