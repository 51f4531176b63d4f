import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatCameraMetrics } from '../features/cameras/cameras-metrics.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const deploy = join(import.meta.dirname, '../../deploy');
const read = (path: string): string => readFileSync(join(deploy, path), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}
const alerts: { groups: { name: string; rules: Rule[] }[] } = parse(read('prometheus/alerts.yaml'));
const rules = alerts.groups.flatMap((group) => group.rules);

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string }[];
}
interface Dashboard {
  readonly uid: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: unknown }[] };
}
const dashboards = ['grafana/watchpost.json', 'grafana/cameras.json'].map((file): Dashboard => JSON.parse(read(file)));

/** Names and labels of all series, by the text of `/metrics` and by that of the cameras. */
const exported = new Set<string>();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    // Not reached: the names are there all the same.
    homeMqtt: { url: 'mqtt://127.0.0.1:1', prefix: 'watchpost', discoveryPrefix: null },
    s3: {
      endpoint: 'http://127.0.0.1:1',
      bucket: 'cams',
      region: 'us-east-1',
      accessKey: 'a',
      secretKey: 'b',
      prefix: '',
      movesToDisk: false,
    },
    logLevel: 'silent',
  });
  const texts = [await (await fetch(`${server.url}/metrics`)).text(), await formatCameraMetrics([], () => null)];
  for (const [, name = '', kind] of texts.join('\n').matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    exported.add(name);
    if (kind === 'histogram') for (const end of ['bucket', 'sum', 'count']) exported.add(`${name}_${end}`);
  }
});
afterAll(() => server.close());

const namesOf = (expr: string): string[] => expr.match(/\bwatchpost_\w+/g) ?? [];
/** Whether brackets and quotes are in pairs: Prometheus itself does not run here. */
function isBalanced(expr: string): boolean {
  const open: string[] = [];
  for (const sign of expr.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')) {
    if ('({['.includes(sign)) open.push({ '(': ')', '{': '}', '[': ']' }[sign] ?? '');
    else if (')}]"'.includes(sign) && open.pop() !== sign) return false;
  }
  return open.length === 0;
}

describe('alerts', () => {
  test.each(rules)('$alert asks for what the server exports, and says what to do', ({ expr, for: duration, labels, annotations }) => {
    expect(isBalanced(expr)).toBe(true);
    for (const name of namesOf(expr)) expect(exported, name).toContain(name);
    expect(namesOf(expr).length > 0 || expr.startsWith('up{')).toBe(true);
    expect(duration).toMatch(/^\d+[mh]$/);
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(annotations.summary.length).toBeLessThan(90);
    expect(annotations.description).toMatch(/\.$/);
  });

  test('each has a name of its own; the check sees a name that nobody exports', () => {
    expect(rules.length).toBeGreaterThan(10);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    expect(exported).not.toContain('watchpost_letters_lost');
    expect(isBalanced('sum(rate(a[5m])')).toBe(false);
  });

  test('the part of prometheus.yml has no token in it', () => {
    expect(parse(read('prometheus/scrape.yaml'))).toMatchObject({
      scrape_configs: [{ job_name: 'watchpost', authorization: { type: 'Bearer' } }],
    });
    expect(read('prometheus/scrape.yaml')).not.toMatch(/credentials:/);
  });
});

describe.each(dashboards)('the dashboard $uid', ({ panels, templating }) => {
  test('every panel asks for what the server exports', () => {
    for (const { title, targets } of panels) {
      expect(targets.length, title).toBeGreaterThan(0);
      for (const { expr } of targets) {
        expect(isBalanced(expr), expr).toBe(true);
        expect(namesOf(expr).length, expr).toBeGreaterThan(0);
        for (const name of namesOf(expr)) expect(exported, `${title}: ${name}`).toContain(name);
        // Variables that the dashboard has.
        for (const [, name] of expr.matchAll(/\$(\w+)/g)) expect(templating.list.map((variable) => variable.name)).toContain(name);
      }
    }
    for (const { query } of templating.list) for (const name of namesOf(JSON.stringify(query))) expect(exported).toContain(name);
  });

  test('panels have their own ids and places, within the 24 columns', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = new Set<string>();
    for (const { title, gridPos } of panels) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken, `${title} covers another panel`).not.toContain(`${x},${y}`);
          taken.add(`${x},${y}`);
        }
    }
  });
});
