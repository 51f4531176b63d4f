import type { IFlattenedRuleSet, IRegularForbiddenRuleType } from 'dependency-cruiser';
import type { Feature } from '../lib/workspace.ts';

type ForbiddenRule = IRegularForbiddenRuleType;
type RequiredRule = NonNullable<IFlattenedRuleSet['required']>[number];

/** Packages and libraries that the shipped code of each package may import. Its manifest limits them further (see `unlisted-library`). */
const packageAllowLists: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  mp4: [],
  'sdk-core': ['contract', 'mp4'],
  widgets: ['sdk-core'],
  'reference-app': ['sdk-core', 'widgets'],
  onvif: ['contract'],
  server: ['contract', 'mp4', 'onvif'],
  'camera-agent': ['contract', 'mp4', 'onvif'],
};

const testFile = String.raw`\.(test|spec|integration\.test|test-d)\.tsx?$`;
const testCode = [testFile, '/src/testing/', '/testing/'];
const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const anyOf = (names: readonly string[]): string => `(${names.map(escape).join('|')})`;

interface Side {
  readonly path?: string | string[];
  readonly pathNot?: string | string[];
}

function forbid(name: string, comment: string, from: Side, to: ForbiddenRule['to']): ForbiddenRule {
  return { name, comment, severity: 'error', from, to };
}

/** Builds every import rule of ARCHITECTURE.md from the list of features. The test plants a violation of each. */
export function boundaryRules(features: readonly Feature[]): { forbidden: ForbiddenRule[]; required: RequiredRule[] } {
  return {
    forbidden: [...packageRules(), ...layerRules(), ...featureRules(features), ...adapterAndContractRules(), ...frameworkRules()],
    required: serverRoutesRules(features),
  };
}

function packageRules(): ForbiddenRule[] {
  const lists = Object.entries(packageAllowLists).map(([name, allowed]) =>
    forbid(
      `package-${name}`,
      `packages/${name} may import ${allowed.length === 0 ? 'no other package' : allowed.join(' and ')}. Move the shared part down, or ask for it through a public entry.`,
      { path: `^packages/${name}/src/`, pathNot: testFile },
      { path: '^(packages|examples|e2e|bench|tooling)/', pathNot: `^packages/${anyOf([name, ...allowed])}/` },
    ),
  );
  return [
    ...lists,
    forbid(
      'contract-zod-only',
      'The contract imports zod and nothing else: browsers and servers share it.',
      { path: '^packages/contract/src/', pathNot: testFile },
      { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    ),
    forbid(
      'contract-kernel-without-zod',
      'Only *-schemas.ts import zod: browsers import the rest of the contract.',
      { path: '^packages/contract/src/', pathNot: ['-schemas\\.ts$', testFile] },
      { path: 'node_modules/zod/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'package-by-public-entry',
      'Another package is imported by its name, never by a path into its folder.',
      { path: '^(packages|examples)/([^/]+)/' },
      { path: '^packages/', pathNot: '^$1/$2/', dependencyTypes: ['local'] },
    ),
    forbid(
      'deep-package-path',
      'Another package is imported by an entry of its exports, never by a deep path.',
      // These are outside of the workspace, so their packages can't be resolved: they are installed and run as packed (e2e/consumers).
      { path: '^(packages|examples|e2e|bench)/', pathNot: '^examples/(angular|next-ssr|svelte|vue)/' },
      { path: '^@watchpost/', couldNotResolve: true },
    ),
    forbid(
      'examples-public-entries',
      'An example imports only what a stranger can install: sdk-core and widgets.',
      { path: '^examples/' },
      { path: '^(packages|e2e|bench|tooling)/', pathNot: '^packages/(sdk-core|widgets)/' },
    ),
    forbid(
      'unlisted-library',
      'A library must be in the dependencies of the package that imports it.',
      { path: '^packages/', pathNot: testCode },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    forbid('no-cycle', 'These files import each other. Move what both need into a third file.', {}, { circular: true }),
    forbid('no-tests-in-code', 'Code never imports a test or test support.', { path: '^packages/', pathNot: testCode }, { path: testCode }),
  ];
}

function layerRules(): ForbiddenRule[] {
  const server = (layer: string, allowed: readonly string[]): ForbiddenRule =>
    forbid(
      `server-layer-${layer}`,
      `In the server, ${layer} imports only ${allowed.join(', ')}. Pass the rest in, from app/.`,
      { path: `^packages/server/src/${layer}/`, pathNot: testFile },
      { path: '^packages/server/src/', pathNot: `^packages/server/src/${anyOf([layer, ...allowed])}/` },
    );
  const app = (layer: string, allowed: readonly string[]): ForbiddenRule =>
    forbid(
      `app-layer-${layer}`,
      `In the app, ${layer} imports only ${[...allowed, 'itself'].join(', ')}: app → routes → shell → features → shared.`,
      { path: `^packages/reference-app/src/${layer}/`, pathNot: testFile },
      { path: '^packages/reference-app/src/', pathNot: `^packages/reference-app/src/${anyOf([layer, 'assets', ...allowed])}/` },
    );
  return [
    forbid(
      'kernel-lowest',
      'A kernel imports nothing above it. Declare an interface in the kernel and implement it above.',
      { path: '^packages/([^/]+)/src/kernel/', pathNot: testFile },
      { path: '^packages/$1/src/', pathNot: '^packages/$1/src/kernel/' },
    ),
    server('db', ['kernel']),
    server('cluster', ['kernel', 'db']),
    server('media', ['kernel', 'db', 'adapters']),
    server('features', ['kernel', 'db', 'media', 'adapters']),
    app('shared', []),
    app('features', ['shared']),
    app('shell', ['features', 'shared']),
    app('routes', ['shell', 'features', 'shared']),
    forbid(
      'sdk-features-below-client',
      'Features of sdk-core are wired by client.ts and never see it, nor the browser drivers.',
      { path: '^packages/sdk-core/src/features/', pathNot: testFile },
      { path: '^packages/sdk-core/src/(client\\.ts|index\\.ts|browser/)' },
    ),
    forbid(
      'widgets-shared-below-features',
      'Element base, primitives, theme and i18n know no widget.',
      { path: '^packages/widgets/src/(element|primitives|theme|i18n)/', pathNot: testFile },
      { path: '^packages/widgets/src/(features|define|cdn)/' },
    ),
    forbid(
      'widgets-features-define-nothing',
      'Only define/ and cdn/ register elements: importing a widget has no side effect.',
      { path: '^packages/widgets/src/features/', pathNot: testFile },
      { path: '^packages/widgets/src/(define|cdn)/' },
    ),
  ];
}

function featureRules(features: readonly Feature[]): ForbiddenRule[] {
  const declared = features.map(({ name, uses }) =>
    forbid(
      `feature-uses-${name}`,
      `The feature ${name} may import ${uses.length === 0 ? 'no other feature' : uses.join(', ')}. Declare more in features.json ("uses"), or turn the dependency round.`,
      { path: `^packages/[^/]+/src/features/${escape(name)}/`, pathNot: testFile },
      { path: '^packages/[^/]+/src/features/[^/]+/', pathNot: `^packages/[^/]+/src/features/${anyOf([name, ...uses])}/` },
    ),
  );
  return [
    ...declared,
    forbid(
      'feature-by-index',
      'Another feature of the same package is imported through its index.ts only.',
      { path: '^packages/(sdk-core|server|widgets|reference-app)/src/features/([^/]+)/', pathNot: testFile },
      {
        path: '^packages/$1/src/features/[^/]+/',
        pathNot: ['^packages/$1/src/features/$2/', '^packages/$1/src/features/[^/]+/index\\.tsx?$'],
      },
    ),
    forbid(
      'feature-by-index-from-outside',
      'What is not a feature imports a feature through its index.ts only.',
      { path: '^packages/(sdk-core|server|widgets|reference-app)/src/(?!features/)', pathNot: testCode },
      // A custom element is a second entry: its registration must not load the React component of the same feature.
      {
        path: '^packages/$1/src/features/[^/]+/',
        pathNot: ['^packages/$1/src/features/[^/]+/index\\.tsx?$', '^packages/widgets/src/features/([^/]+)/[^/]+-element\\.ts$'],
      },
    ),
    forbid(
      'app-features-apart',
      'Features of the app never import each other: routes and the shell compose them.',
      { path: '^packages/reference-app/src/features/([^/]+)/' },
      { path: '^packages/reference-app/src/features/', pathNot: '^packages/reference-app/src/features/$1/' },
    ),
  ];
}

function adapterAndContractRules(): ForbiddenRule[] {
  return [
    forbid(
      'ports-not-drivers',
      'Features and media see adapters/*/port.ts, never a driver: app/ passes the driver in.',
      { path: '^packages/server/src/(features|media|kernel|db)/', pathNot: testFile },
      { path: '^packages/server/src/adapters/', pathNot: '^packages/server/src/adapters/[^/]+/port\\.ts$' },
    ),
    forbid(
      'sdk-schemas-type-only',
      'sdk-core imports contract schemas with `import type`: zod never reaches a browser. Only webhooks.ts is for servers.',
      { path: '^packages/sdk-core/src/', pathNot: [testFile, '^packages/sdk-core/src/webhooks\\.ts$'] },
      { path: '^packages/contract/src/features/.*-schemas\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
  ];
}

function frameworkRules(): ForbiddenRule[] {
  return [
    forbid(
      'no-framework-in-logic',
      'Elements, controllers and the engine never import React: their logic serves every renderer.',
      { path: ['-element\\.tsx?$', '-controller\\.ts$', '^packages/widgets/src/features/.*/engine/'], pathNot: testFile },
      { path: ['node_modules/(react|react-dom|@preact/signals-react)/', '^(react|react-dom|@preact/signals-react)(/|$)'] },
    ),
    forbid(
      'no-framework-in-sdk',
      'sdk-core is for every framework and imports none.',
      { path: '^packages/sdk-core/src/' },
      { path: ['node_modules/(react|react-dom|preact|@preact/signals-react|@preact/signals)/', '^(react|react-dom|preact)(/|$)'] },
    ),
  ];
}

function serverRoutesRules(features: readonly Feature[]): RequiredRule[] {
  return features.map(({ name }) => ({
    name: `routes-by-contract-${name}`,
    comment: `${name}-routes.ts must import the schemas or endpoints of its own feature from the contract: requests and responses are checked by it.`,
    severity: 'error',
    module: { path: `^packages/server/src/features/${escape(name)}/${escape(name)}-routes\\.ts$` },
    to: { path: `^packages/contract/src/features/${escape(name)}/` },
  }));
}
