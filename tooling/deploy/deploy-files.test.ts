import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from '../lib/root.ts';
import { pnpmVersion, publishable } from '../packages/publishable.ts';

const server = join(root, 'packages/server');
const deploy = join(server, 'deploy');
const read = (...path: readonly string[]): string => readFileSync(join(deploy, ...path), 'utf8');
const manifest: { files: string[]; publishConfig: { bin: { watchpost: string } } } = JSON.parse(
  readFileSync(join(server, 'package.json'), 'utf8'),
);

/** Names of all settings, as the server's own schemas have them. */
const settings = new Set(
  ['config.ts', ...readdirSync(join(server, 'src/kernel/settings')).map((name) => `settings/${name}`)]
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) =>
      [...readFileSync(join(server, 'src/kernel', name), 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, setting = '']) => setting),
    ),
);
/** Not ours: of Node itself. */
const foreign = new Set(['NODE_ENV', 'NODE_COMPILE_CACHE']);
const unknownOf = (names: readonly string[]): string[] => names.filter((name) => !settings.has(name) && !foreign.has(name));

test('they are in the package, so that a server that was installed by npm has them', () => {
  expect(settings.size).toBeGreaterThan(40);
  expect(manifest.files).toContain('deploy');
});

describe('the image', () => {
  const lines = read('docker/Dockerfile')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');
  const instructions = lines.flatMap((line) => {
    const [, name = '', value = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return name === '' ? [] : [{ name, value }];
  });
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
  const of = (name: string): string[] => last.filter((one) => one.name === name).map(({ value }) => value);

  test('every line is an instruction, a comment or empty', () => {
    const known = /^(?:ARG|FROM|WORKDIR|ENV|COPY|RUN|LABEL|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD) |^#|^$/;
    expect(lines.filter((line) => !known.test(line))).toEqual([]);
  });

  test('runs as a numbered user, says whether it is healthy, and needs no shell', () => {
    expect(of('USER')).toEqual(['65532:65532']);
    expect(of('RUN')).toEqual([]);
    expect(of('HEALTHCHECK').join('')).toContain('/readyz');
    for (const value of [...of('ENTRYPOINT'), ...of('CMD'), (of('HEALTHCHECK')[0] ?? '').replace(/^.*? CMD /, '')])
      expect(JSON.parse(value)).toEqual(expect.any(Array));
    expect(of('ENTRYPOINT').join('')).toContain(manifest.publishConfig.bin.watchpost.replace('./', '@watchpost/server/'));
  });

  test('has the Node and the pnpm of the repository, every package, and nothing without a version', () => {
    const { devDependencies }: { devDependencies: { node: string } } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const text = lines.join('\n');
    expect(text).toContain(`NODE_VERSION=${devDependencies.node}\n`);
    expect(text).toContain(`pnpm@${pnpmVersion} `);
    for (const [, name] of text.matchAll(/\/packed\/([\w-]+)\.tgz/g)) expect(publishable).toContain(name);
    expect(text).not.toMatch(/:latest|curl|wget|^ADD /m);
    expect(text).toContain('--ignore-scripts');
  });

  test('its environment is made of settings', () => {
    const names = of('ENV').flatMap((value) => [...value.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name));
    expect(names.length).toBeGreaterThan(4);
    expect(unknownOf(names)).toEqual([]);
  });

  test('no secret and nothing that was built elsewhere gets into it', () => {
    const ignored = read('docker/Dockerfile.dockerignore').split('\n');
    for (const path of ['**/node_modules', '**/dist', '.git', 'data', '**/.env', '**/*.key', '**/*.pem']) expect(ignored).toContain(path);
  });
});

interface Service {
  readonly image?: string;
  readonly build?: { readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly user?: string;
  readonly command?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
}
/** The part of the Compose specification that these files use, so that a misspelt name is found. */
const composeSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'services'],
  patternProperties: { '^x-': { type: 'object' } },
  properties: {
    name: { type: 'string' },
    volumes: { type: 'object', additionalProperties: { type: 'object' } },
    services: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        required: ['image', 'restart', 'security_opt', 'logging'],
        properties: {
          image: { type: 'string' },
          build: {
            type: 'object',
            additionalProperties: false,
            properties: { context: { type: 'string' }, dockerfile: { type: 'string' } },
          },
          init: { type: 'boolean' },
          restart: { enum: ['unless-stopped', 'always', 'on-failure', 'no'] },
          user: { type: 'string', pattern: '^\\d+:\\d+$' },
          read_only: { type: 'boolean' },
          tmpfs: { type: 'array', items: { type: 'string' } },
          cap_drop: { type: 'array', items: { type: 'string' } },
          cap_add: { type: 'array', items: { type: 'string' } },
          security_opt: { type: 'array', contains: { const: 'no-new-privileges:true' } },
          network_mode: { type: 'string' },
          ports: { type: 'array', items: { type: 'string', pattern: '^(?:[\\d.]+:)?\\d+:\\d+$' } },
          volumes: { type: 'array', items: { type: 'string' } },
          environment: { type: 'object', additionalProperties: { type: 'string' } },
          entrypoint: { type: 'array', items: { type: 'string' } },
          command: { type: 'array', items: { type: 'string' } },
          depends_on: {
            type: 'object',
            additionalProperties: {
              type: 'object',
              additionalProperties: false,
              properties: { condition: { enum: ['service_started', 'service_healthy', 'service_completed_successfully'] } },
            },
          },
          healthcheck: {
            type: 'object',
            additionalProperties: false,
            required: ['test'],
            properties: {
              test: {},
              interval: { type: 'string' },
              timeout: { type: 'string' },
              retries: { type: 'integer' },
              start_period: { type: 'string' },
            },
          },
          stop_grace_period: { type: 'string', pattern: '^\\d+s$' },
          shm_size: { type: 'string' },
          logging: { type: 'object' },
        },
      },
    },
  },
};

describe.each(['compose.yaml', 'compose.fleet.yaml'])('%s', (file) => {
  const compose: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(read('docker', file), { merge: true });

  const own = Object.values(compose.services).filter(({ user }) => user !== undefined);

  test('is what Compose reads', () => {
    const validate = new Ajv({ allErrors: true }).compile(composeSchema);
    validate(compose);
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ ...compose, services: { a: { ...own[0], enviroment: {} } } })).toBe(false);
  });

  test('our services have a read-only root, no rights and a user without a name; their variables are settings', () => {
    expect(own.length).toBeGreaterThan(0);
    for (const { build, environment, command = [], ...service } of own) {
      expect(service).toMatchObject({
        image: expect.stringContaining('WATCHPOST_IMAGE'),
        user: '65532:65532',
        read_only: true,
        cap_drop: ['ALL'],
      });
      expect(service.volumes?.join()).toMatch(/^[\w-]+:\/data$/);
      if (build) expect(build.dockerfile).toBe('packages/server/deploy/docker/Dockerfile');
      expect(unknownOf(Object.keys(environment ?? {}))).toEqual([]);
      expect(['', 'start --role api', 'start --role media', 'start --role jobs']).toContain(command.join(' '));
    }
    // No two write into one folder.
    expect(new Set(own.map(({ volumes }) => volumes?.join())).size).toBe(own.length);
  });

  test('one machine has no role, and the fleet a node for each; nodes differ in their names alone', () => {
    const roles = new Set(own.map(({ command = [] }) => command.join(' ')));
    expect(roles).toEqual(new Set(file === 'compose.yaml' ? [''] : ['start --role api', 'start --role media', 'start --role jobs']));
    const shared = own.map(({ environment }) =>
      Object.entries(environment ?? {}).filter(([name]) => !/^WATCHPOST_NODE_(?:NAME|ADDRESS)$/.test(name)),
    );
    for (const one of shared) expect(one).toEqual(shared[0]);
  });

  test('nothing in it is a secret, and everything that it names is there', () => {
    for (const { environment = {}, depends_on = {}, volumes = [], image = '' } of Object.values(compose.services)) {
      for (const [name, value] of Object.entries(environment))
        if (/SECRET|PASSWORD|TOKEN|_URL$/.test(name)) expect(value, name).toMatch(/\$\{/);
      for (const name of Object.keys(depends_on)) expect(Object.keys(compose.services)).toContain(name);
      for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
        if (/^[\w-]+$/.test(source)) expect(Object.keys(compose.volumes)).toContain(source);
        if (source.startsWith('../')) expect(read('docker', source)).not.toBe('');
      }
      if (!image.includes('${')) expect(image).toMatch(/:[\w.-]*\d/);
    }
  });
});

test('nginx of the fleet has the shipped configuration, with the node by its name', () => {
  const { services }: { services: Record<string, Service> } = parse(read('docker/compose.fleet.yaml'), { merge: true });
  const nginx = services['nginx'];
  const [pattern = '', replacement = ''] = nginx?.command?.join('\n').split("sed 's/")[1]?.split('/') ?? [];
  const shipped = read('nginx/watchpost.conf');
  const changed = shipped.replace(new RegExp(pattern), replacement);
  expect(changed).toContain('upstream watchpost {\n  zone watchpost 64k; resolver 127.0.0.11 valid=5s; server api:8080 resolve;\n');
  expect(changed).not.toContain('127.0.0.1:');
  // Earlier ones have neither `resolve` nor a resolver of an upstream.
  expect(Number(/^nginx:1\.(\d+)-/.exec(nginx?.image ?? '')?.[1])).toBeGreaterThanOrEqual(28);
});

describe('the systemd unit', () => {
  const file = join(deploy, 'systemd/watchpost.service');
  const unit = read('systemd/watchpost.service');
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

  test('has the hardening that does no harm, and not what the server would not survive', () => {
    for (const line of [
      'DynamicUser=yes',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'PrivateDevices=yes',
      'PrivateTmp=yes',
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'ProtectKernelModules=yes',
      'RestrictNamespaces=yes',
      'RestrictSUIDSGID=yes',
      'SystemCallFilter=@system-service',
      'UMask=0077',
      'StateDirectory=watchpost',
      'LimitNOFILE=65536',
      'LimitCORE=0',
      'CacheDirectory=watchpost',
      'StartLimitIntervalSec=0',
    ])
      expect(unit.split('\n')).toContain(line);
    // V8 compiles; films and transcoding call setpriority; doctor reads /proc/self/mountinfo.
    expect(unit).not.toMatch(/^(?:MemoryDenyWriteExecute=yes|ProcSubset=pid|SystemCallFilter=~.*@resources)/m);
    expect(unit).toContain('RestartPreventExitStatus=2');
    // Without it, compiled code would go beside the package, which the unit can't write to.
    expect(unit).toMatch(/^Environment=.* NODE_COMPILE_CACHE=\/var\/cache\/watchpost$/m);
  });

  test('its environment is made of settings', () => {
    const [, line = ''] = /^Environment=(.*)$/m.exec(unit) ?? [];
    expect(unknownOf([...line.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name))).toEqual([]);
  });

  test.skipIf(!hasSystemd)('systemd accepts it, and finds it closed', () => {
    const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect([verified.status, verified.stderr.split('\n').filter((line) => line.includes('watchpost.service'))]).toEqual([0, []]);
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], { encoding: 'utf8' });
    const [, exposure] = /Overall exposure level for watchpost\.service: ([\d.]+)/.exec(stdout) ?? [];
    // 10 is a service without any protection; nginx of Debian has 9.6.
    expect(Number(exposure)).toBeLessThan(2);
  });
});

describe('the Helm chart', () => {
  const chart = 'helm/watchpost';
  const values = parse(read(chart, 'values.yaml'));
  const validate = new Ajv({ allErrors: true }).compile(JSON.parse(read(chart, 'values.schema.json')));
  const templates = readdirSync(join(deploy, chart, 'templates'));
  const textOf = (name: string): string => read(chart, 'templates', name);

  test('its own values are allowed, their variables are settings, and secrets are by reference only', () => {
    validate(values);
    expect(validate.errors ?? []).toEqual([]);
    const secrets: { variable: string }[] = values.secrets;
    expect(unknownOf([...Object.keys(values.settings), ...secrets.map(({ variable }) => variable)])).toEqual([]);
    for (const name of ['WATCHPOST_SECRET', 'DATABASE_URL', 'SMTP_URL', 'TELEGRAM_BOT_TOKEN', 'STRIPE_SECRET_KEY', 'MQTT_URL'])
      expect(validate({ ...values, settings: { [name]: 'x' } }), name).toBe(false);
  });

  test('a release can be a node of a cluster', () => {
    const settings = { ...values.settings, WATCHPOST_ROLES: 'media', WATCHPOST_NODE_ADDRESS: 'http://media-1' };
    const secrets = [...values.secrets, { variable: 'MQTT_URL', secret: 'watchpost', key: 'mqtt-url' }];
    validate({ ...values, settings, secrets });
    expect(validate.errors ?? []).toEqual([]);
    // The chart gives the server no role of its own.
    expect(textOf('deployment.yaml')).toContain('args: ["start"]');
  });

  test.each<[string, object]>([
    ['a misspelt value', { replica: 2 }],
    ['an invalid port', { service: { type: 'ClusterIP', port: 0 } }],
    ['a size without a unit', { storage: { size: '500' } }],
    ['a setting that the chart sets itself', { settings: { PORT: '80' } }],
    ['a number, where an environment has text', { settings: { WATCHPOST_ARCHIVE_DAYS: 7 } }],
  ])('%s is refused', (_what, change) => expect(validate({ ...values, ...change })).toBe(false));

  test('every value that a template names exists, every include is defined, and every block ends', () => {
    const helpers = [...textOf('_helpers.tpl').matchAll(/define "([\w.]+)"/g)].map(([, name]) => name);
    for (const name of templates) {
      const text = textOf(name);
      for (const [, path = ''] of text.matchAll(/\.Values\.([\w.]+)/g)) {
        const found = path
          .split('.')
          .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), values);
        expect(found, `${name}: .Values.${path}`).toBeDefined();
      }
      for (const [, used] of text.matchAll(/include "([\w.]+)"/g)) expect(helpers).toContain(used);
      const opened = text.match(/\{\{-? (?:if|range|with|define) /g)?.length ?? 0;
      expect(text.match(/\{\{-? end -?\}\}/g)?.length ?? 0, name).toBe(opened);
      expect(text.match(/\{\{/g)?.length ?? 0, name).toBe(text.match(/\}\}/g)?.length ?? 0);
    }
  });

  test('the pod has a read-only root, no rights, three probes, and is not disrupted unasked', () => {
    const pod = textOf('deployment.yaml');
    for (const line of [
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'drop: ["ALL"]',
      'type: RuntimeDefault',
      'automountServiceAccountToken: false',
      'enableServiceLinks: false',
    ])
      expect(pod).toContain(line);
    expect([...pod.matchAll(/(\w+)Probe:\n\s+httpGet:\n\s+path: (\S+)/g)].map(([, kind, path]) => [kind, path])).toEqual([
      ['startup', '/healthz'],
      ['liveness', '/healthz'],
      ['readiness', '/readyz'],
    ]);
    expect(pod).not.toMatch(/value: .*(?:postgres:|secret)/i);
    expect(textOf('disruption-budget.yaml')).toContain('minAvailable: 1');
    expect(textOf('claim.yaml')).toContain('helm.sh/resource-policy: keep');
  });

  test('there is a template for each kind', () => {
    const kinds = {
      deployment: 'Deployment',
      service: 'Service',
      claim: 'PersistentVolumeClaim',
      ingress: 'Ingress',
      'disruption-budget': 'PodDisruptionBudget',
    };
    for (const [name, kind] of Object.entries(kinds)) expect(textOf(`${name}.yaml`)).toMatch(new RegExp(`^kind: ${kind}$`, 'm'));
    expect(templates.toSorted()).toEqual(['_helpers.tpl', ...Object.keys(kinds).map((name) => `${name}.yaml`)].toSorted());
  });
});
