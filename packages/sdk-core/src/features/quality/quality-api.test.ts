import { getQualitySummary, sendQualityReport } from '@watchpost/contract/endpoints/quality';
import { expect, test } from 'vitest';
import { buildQualityReport, buildQualityRow, createTestClient, signIn } from '../../testing/index.ts';

test('a report names its camera in the address, so that it is authorized before it is read', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  await client.quality.report('front door', buildQualityReport());
  const [sent] = server.requestsTo(sendQualityReport);
  expect([sent?.path, sent?.body]).toEqual(['/public/api/v3/quality-reports?cameraId=front%20door', buildQualityReport()]);
});

test('a summary is of a week unless another period is asked for', async () => {
  const { client, server } = createTestClient();
  server.qualityRows = [buildQualityRow()];
  await signIn(client, server);
  expect((await client.quality.summary()).rows).toEqual([buildQualityRow()]);
  expect((await client.quality.summary({ days: 30 })).days).toBe(30);
  expect(server.requestsTo(getQualitySummary).map(({ path }) => path)).toEqual([
    '/public/api/v3/quality',
    '/public/api/v3/quality?days=30',
  ]);
  await expect(client.quality.summary({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
});
