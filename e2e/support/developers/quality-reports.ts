import type { Client, QualityReport } from '@watchpost/sdk-core';

/** A minute that went well. */
const minute: QualityReport = {
  viewId: '',
  sequence: 0,
  page: 'partner',
  startupMs: 420,
  watchedMs: 60_000,
  stallCount: 0,
  stallMs: 0,
  latencyP50Ms: 480,
  latencyP95Ms: 900,
  framesDecoded: 1_500,
  framesDropped: 2,
  transport: 'websocket',
  transports: ['websocket'],
  transportSwitches: 0,
  renditionSwitches: 0,
  errors: {},
  browser: 'chrome',
  browserVersion: 141,
  system: 'windows',
  elementVersion: '0.2.0',
};

/** What viewers of the first cameras report: one plays well, the other is late and stalls in Safari. */
export async function reportQuality(client: Client): Promise<void> {
  const [first, second] = await client.cameras.list();
  const report = async (cameraId: string | undefined, count: number, over: Partial<QualityReport>): Promise<void> => {
    for (let view = 0; cameraId !== undefined && view < count; view += 1)
      await client.quality.report(cameraId, { ...minute, ...over, viewId: crypto.randomUUID().replaceAll('-', '') });
  };
  await report(first?.id, 14, {});
  await report(first?.id, 6, { browserVersion: 139, startupMs: 610 });
  await report(first?.id, 2, { browser: 'firefox', browserVersion: 144 });
  await report(second?.id, 9, { stallCount: 0, latencyP50Ms: 620 });
  const late = { startupMs: 3_900, stallCount: 1, stallMs: 4_000, latencyP50Ms: 6_200, latencyP95Ms: 9_000, transport: 'hls' } as const;
  await report(second?.id, 12, { ...late, browser: 'safari', browserVersion: 18, transports: ['hls'] });
  await report(second?.id, 4, { browser: 'safari', browserVersion: 18, errors: { network: 2 } });
}
