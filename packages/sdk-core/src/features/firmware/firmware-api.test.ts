import { updateFirmware } from '@watchpost/contract/endpoints/firmware';
import { expect, test } from 'vitest';
import { createTestClient, signIn } from '../../testing/index.ts';

test('reads the installed and the available version, and the progress of an update', async () => {
  const { client, server } = createTestClient();
  server.firmware = { installed: '0.1.0', check: { kind: 'available', version: '0.2.0', size: 5 }, update: { kind: 'none' } };
  await signIn(client, server);
  expect((await client.firmware.latest('yard')).check).toMatchObject({ kind: 'available', version: '0.2.0' });
  expect((await client.firmware.update('yard')).update).toEqual({ kind: 'running', version: '0.2.0', step: 'initial', fraction: null });
  expect(server.requestsTo(updateFirmware)).toMatchObject([
    { method: 'POST', path: '/public/api/v2/cameraphone/cameras/yard/firmware/update' },
  ]);
});
