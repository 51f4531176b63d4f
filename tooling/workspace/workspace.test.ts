import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readFeatures, type Feature } from '../lib/workspace.ts';
import { root as realRoot } from '../lib/root.ts';
import { renderFeaturesPage } from './features-page.ts';
import { roleReaders } from './capability-rules.ts';
import { dateFormatters } from './date-rules.ts';
import { deviceClockReaders } from './server-time-rules.ts';
import { checkSource } from './source-rules.ts';
import { checkFeatureList, checkWorkspace } from './workspace-rules.ts';

let root = '';
const write = (file: string, text = 'export const x = 1;\n'): void => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const feature = (name: string, uses: readonly string[] = [], packages: readonly string[] = []): Feature => ({
  name,
  uses,
  packages,
  spec: [],
  routes: [],
});
const rulesBroken = (): string[] => checkWorkspace(root).problems.map((problem) => problem.split(':')[0] ?? '');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watchpost-workspace-'));
  write('features.json', JSON.stringify({ features: [feature('session', [], ['server', 'reference-app'])] }));
  write('packages/server/src/features/session/session-service.ts');
  write('packages/server/src/features/session/session-service.test.ts');
  write('packages/server/src/features/session/index.ts');
  write('packages/reference-app/src/features/session/session-screen.tsx');
  write('e2e/session/session.spec.ts');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('workspace rules', () => {
  test('a tidy tree has no problems', () => {
    expect(checkWorkspace(root)).toMatchObject({ problems: [], files: 3, median: 1, p90: 1 });
  });
  test('reports a folder that is not registered', () => {
    write('packages/server/src/features/sessions/sessions-service.ts');
    expect(rulesBroken()).toContain('feature-unknown');
  });
  test('reports a folder in a package that the feature does not name', () => {
    write('packages/widgets/src/features/session/session-controller.ts');
    expect(rulesBroken()).toContain('feature-packages');
  });
  test('reports a package that the feature names but does not exist in', () => {
    rmSync(join(root, 'packages/server/src/features/session'), { recursive: true });
    expect(rulesBroken()).toContain('feature-packages');
  });
  test('reports a file without the prefix', () => {
    write('packages/server/src/features/session/helpers.ts');
    expect(rulesBroken()).toEqual(['feature-prefix']);
  });
  test('reports a feature without tests', () => {
    rmSync(join(root, 'packages/server/src/features/session/session-service.test.ts'));
    rmSync(join(root, 'e2e/session/session.spec.ts'));
    expect(rulesBroken()).toEqual(['feature-tests', 'feature-tests']);
  });
  test('reports a file that is too long', () => {
    write('packages/server/src/kernel/long.ts', 'export {};\n'.repeat(400));
    expect(rulesBroken()).toEqual([]);
    write('packages/server/src/kernel/long.ts', 'export {};\n'.repeat(401));
    expect(rulesBroken()).toEqual(['file-too-long']);
  });
  test('reports a folder of 21 files', () => {
    for (let index = 0; index < 21; index += 1) write(`packages/server/src/kernel/part-${index}.ts`);
    expect(rulesBroken()).toEqual(['folder-too-full']);
  });
});

describe('feature list', () => {
  test('reports unknown and repeated names', () => {
    expect(checkFeatureList([feature('a', ['b'])])).toHaveLength(1);
    expect(checkFeatureList([feature('a'), feature('a')])).toHaveLength(1);
  });
  test('reports an indirect cycle', () => {
    expect(checkFeatureList([feature('a', ['b']), feature('b', ['c']), feature('c', ['a'])])).toEqual([
      expect.stringContaining('feature-circle'),
    ]);
    expect(checkFeatureList([feature('a', ['b', 'c']), feature('b', ['c']), feature('c')])).toEqual([]);
  });
  test('the page has a row for each feature of this repository', () => {
    const page = renderFeaturesPage(readFeatures(realRoot));
    for (const { name } of readFeatures(realRoot)) expect(page).toContain(`| **${name}** |`);
  });
});

describe('source rules', () => {
  const rules = (text: string, file = 'packages/server/src/kernel/some.ts'): string[] =>
    checkSource(file, text).map((problem) => problem.split(':')[0] ?? '');

  test.each([
    ['no-export-star', "export * from './other.ts';"],
    ['driver-only', 'const at = Date.now();'],
    ['driver-only', 'const at = performance.now();'],
    ['driver-only', 'const at = new Date();'],
    ['driver-only', 'setTimeout(() => undefined, 1);'],
    ['driver-only', 'globalThis.setTimeout(() => undefined, 1);'],
    ['driver-only', 'window.localStorage.clear();'],
    ['driver-only', "sessionStorage.getItem('a');"],
    ['no-markup', "element.innerHTML = '';"],
    ['linear-regexp', 'const found = /^a=fmtp:(\\d+)\\s+(.+)$/.exec(line);'],
    ['linear-regexp', "const plain = text.replace(/=+$/, '');"],
    ['linear-regexp', 'z.string().regex(/^(a+)+$/);'],
    ['one-date-format', "const text = new Intl.DateTimeFormat('en').format(at);"],
    ['one-date-format', 'const text = new Date(at).toLocaleDateString();'],
    ['ask-capabilities', 'if (camera.isOwner) remove();'],
    ['ask-capabilities', 'const own = cameras.filter(({ isOwner }) => isOwner);'],
    ['ask-capabilities', 'const { isOwner: isMine } = camera;'],
    ['ask-capabilities', 'const canChange = camera.isFullAccess;'],
    ['ask-capabilities', "const canChange = camera.grant?.access === 'full';"],
    ['ask-capabilities', "if ('view' !== access) remove();"],
    ['ask-capabilities', "if (cameraCapabilities(camera, now).role === 'owner') remove();"],
    ['ask-capabilities', "switch (grant.access) { case 'full': remove(); }"],
    ['ask-capabilities', "const hasSettings = camera.platform !== 'Mobile';"],
    ['ask-capabilities', "const isPhone = ['Mobile'].includes(platform);"],
    ['ask-capabilities', 'if (row.owner_id === customerId) remove();'],
  ])('%s: %s', (rule, text) => expect(rules(text)).toContain(rule));

  const clientFile = 'packages/widgets/src/features/player/some.ts';
  test.each([
    'const at = Date.now();',
    'const at = clock.now();',
    'const at = systemClock.now();',
    'const at = options.clock.now();',
    'const later = callIn({ now: connections.clock.now });',
    'const { now } = systemClock;',
    'const { now: read } = options.clock;',
  ])('server-time: %s', (text) => {
    expect(rules(text, clientFile)).toContain('server-time');
    expect(rules(text, 'packages/server/src/features/archive/some.ts')).not.toContain('server-time');
  });
  test('clients may ask the server’s clock, and measure durations', () => {
    const text =
      'const at = serverClock.now() + client.serverNow(); const since = clock.monotonic(); const { now } = serverClock; core.now();';
    expect(rules(text, clientFile)).toEqual([]);
  });
  test('reports JSX that writes markup', () => {
    expect(rules('const a = <p dangerouslySetInnerHTML={x} />;', 'packages/reference-app/src/shared/some.tsx')).toEqual(['no-markup']);
  });
  test('reports index.ts inside a layer', () => {
    expect(rules('export const a = 1;', 'packages/server/src/kernel/deep/index.ts')).toEqual(['index-at-edge']);
    expect(rules('export const a = 1;', 'packages/server/src/features/session/index.ts')).toEqual([]);
  });
  test('allows drivers and tests', () => {
    const text = 'export const now = () => Date.now();';
    expect(rules(text, 'packages/server/src/kernel/clock.ts')).toEqual([]);
    expect(rules(text, 'packages/server/src/kernel/some.test.ts')).toEqual([]);
    expect(rules("export * from './other.ts';", 'packages/server/src/kernel/some.test.ts')).toEqual(['no-export-star']);
  });
  test('allows types, values and what capabilities names', () => {
    const text = `
      type Kind = 'Embedded' | 'Mobile';
      interface Shown { readonly isOwner: boolean; readonly platform: Kind }
      const sent = { isOwner: allowed.canDeleteData, access: 'full' };
      const mine = useCapabilities(camera).canDeleteData;
      if (route.access === 'session' || owner.ownerId === null) stop();
    `;
    expect(rules(text)).toEqual([]);
  });
  test.each([
    ['ask-capabilities', roleReaders],
    ['one-date-format', dateFormatters],
    ['server-time', deviceClockReaders],
  ])('files that may do what %s forbids still do', (rule, allowed) => {
    const does = (file: string): boolean =>
      rules(readFileSync(join(realRoot, file), 'utf8'), `packages/widgets/src/some.${file.endsWith('x') ? 'tsx' : 'ts'}`).includes(rule);
    expect(
      Object.values(allowed)
        .flat()
        .filter((file) => !does(file)),
    ).toEqual([]);
  });
  test('allows similar names', () => {
    expect(rules('const at = new Date(5); clock.setTimeout(1); const timers = { setTimeout: 1 };')).toEqual([]);
    expect(rules('const zone = Intl.DateTimeFormat().resolvedOptions().timeZone; const text = (5).toLocaleString();')).toEqual([]);
    expect(rules('const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();')).toEqual([]);
  });
});
