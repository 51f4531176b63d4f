import { updateCameraSettings } from '@watchpost/contract/endpoints/camera-settings';
import { expect, test } from 'vitest';
import { createTestClient, signIn } from '../../testing/index.ts';

test('what is recorded is changed one by one', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  expect(await client.cameraSettings.get('c1')).toEqual({ isSoundRecorded: true, archiveRecording: 'always' });
  expect(await client.cameraSettings.update('c1', { archiveRecording: 'motion' })).toEqual({ isSoundRecorded: true, archiveRecording: 'motion' });
  expect(await client.cameraSettings.get('c1')).toEqual({ isSoundRecorded: true, archiveRecording: 'motion' });
  expect(server.requestsTo(updateCameraSettings)).toMatchObject([{ method: 'PATCH', body: { archiveRecording: 'motion' } }]);
});
