import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { atMost } from '../../../../tooling/tests/slow-machine.ts';
import { waitForLiveCamera } from '../testing/live-camera.ts';
import { createKey } from '../testing/partners/api-keys.ts';
import { checkWithPromtool, hasPrometheus, startPrometheus, type PrometheusProcess } from '../testing/processes/prometheus-process.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

interface ScrapeConfig {
  readonly job_name: string;
  readonly authorization: Readonly<Record<string, string>>;
}
interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

const metricsToken = 'scraper-5d10b7e3f2';
const deploy = join(import.meta.dirname, '../../deploy');
const alerts = join(deploy, 'prometheus/alerts.yaml');
const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guide/streams.md'), 'utf8');
const [, guideYaml = ''] = /```yaml\n(scrape_configs:[\s\S]*?)```/.exec(guide) ?? [];

/** A part of prometheus.yml as it is shipped or in the guide, with the test's server and secret in place of the example's. */
function jobsOf(yaml: string, host: string, secret: string): object[] {
  const { scrape_configs: jobs }: { scrape_configs: readonly ScrapeConfig[] } = parse(yaml);
  return jobs.map(({ authorization: { credentials_file: _, ...authorization }, ...job }) => ({
    ...job,
    authorization: { ...authorization, credentials: secret },
    scheme: 'http',
    scrape_interval: '1s',
    scrape_timeout: '1s',
    static_configs: [{ targets: [host] }],
  }));
}

describe.skipIf(!hasPrometheus)('Prometheus, as the shipped files and the guide configure it', () => {
  let server: TestServer;
  let prometheus: PrometheusProcess;
  let cameraIds: string[];

  beforeAll(async () => {
    server = await startTestServer({ demo: true, metricsToken });
    const owner = await server.signIn('owner@example.com');
    await waitForLiveCamera(server, owner.access_token);
    const { secret } = await createKey(server, owner.headers, { scopes: ['live'] });
    cameraIds = cameraListSchema.parse(await (await server.call(listCameras, { headers: owner.headers })).json()).map(({ id }) => id);
    const { host } = new URL(server.url);
    const shipped = readFileSync(join(deploy, 'prometheus/scrape.yaml'), 'utf8');
    const config = {
      global: { evaluation_interval: '1s' },
      rule_files: ['alerts.yaml'],
      scrape_configs: [...jobsOf(shipped, host, metricsToken), ...jobsOf(guideYaml, host, secret)],
    };
    prometheus = await startPrometheus({ 'prometheus.yml': stringify(config), 'alerts.yaml': readFileSync(alerts, 'utf8') });
  }, atMost(90_000));
  afterAll(async () => {
    await prometheus?.stop();
    await server?.close();
  });
  const waiting = { timeout: atMost(30_000) };

  test('promtool accepts the alert rules', async () => {
    expect(await checkWithPromtool('rules', alerts)).toMatch(/SUCCESS: \d+ rules found/);
  });

  test('reads the metrics of the server with its token, and those of the cameras with an API key', async () => {
    await expect
      .poll(async () => (await prometheus.query('up == 1')).map(({ metric }) => metric['job'] ?? '').toSorted(), waiting)
      .toEqual(['cameras', 'watchpost']);
    await expect
      .poll(async () => (await prometheus.query('watchpost_camera_up')).map(({ metric }) => metric['camera'] ?? '').toSorted(), waiting)
      .toEqual(cameraIds.toSorted());
    await expect
      .poll(async () => Number((await prometheus.query('sum(rate(watchpost_camera_received_frames_total[30s]))'))[0]?.value[1]), waiting)
      .toBeGreaterThan(1);
    await expect
      .poll(async () => Number((await prometheus.query('watchpost_cameras{state="online"}'))[0]?.value[1]), waiting)
      .toBeGreaterThan(0);
  });

  test('evaluates every alert', async () => {
    await expect.poll(async () => (await prometheus.rules()).filter(({ health }) => health === 'unknown'), waiting).toEqual([]);
    const rules = await prometheus.rules();
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
    expect(rules.length).toBeGreaterThan(10);
  });

  test.each(['watchpost', 'cameras'])('evaluates every expression of the dashboard %s', async (name) => {
    const { panels }: { panels: readonly Panel[] } = JSON.parse(readFileSync(join(deploy, `grafana/${name}.json`), 'utf8'));
    const problems: string[] = [];
    for (const { title, targets } of panels)
      for (const { expr } of targets)
        await prometheus.query(expr.replaceAll(/\$\w+/g, '.*')).catch((error: unknown) => problems.push(`${title}: ${String(error)}`));
    expect(problems).toEqual([]);
  });
});
