import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { root } from '../lib/root.ts';

/** Declarations that a README's examples assume; each example imports a name at its first use. */
const assumed = {
  'sdk-core': `
import type { Client, Language } from '@watchpost/sdk-core';
declare global {
  const client: Client;
  const language: Language;
  const cameraId: string, orderId: string, password: string, from: number, to: number, at: number, signal: AbortSignal;
  const input: HTMLInputElement, button: HTMLButtonElement;
  function toast(text: string): void;
  function show(text: string | null): void;
  function showSignIn(reason: string): void;
  function showNotFound(): void;
  function showQrCode(text: string): void;
  function openSourceBuffer(mimeType: string): void;
  function append(bytes: ArrayBuffer | Uint8Array): void;
  function report(error: unknown): void;
  function focus(name: string | null): void;
}
`,
  widgets: `
import type { ViewerClient } from '@watchpost/sdk-core';
declare global {
  const client: ViewerClient;
  const cameraId: string, token: string;
  const fetchToken: () => Promise<string>;
  const stage: HTMLElement, video: HTMLVideoElement, canvas: HTMLCanvasElement;
  function show(text: string): void;
}
`,
  server: '',
  docs: `
import type { Camera, Client } from '@watchpost/sdk-core';
import type { VideoWallProps } from '@watchpost/widgets/video-wall';
declare global {
  const client: Client;
  const camera: Camera, cameras: readonly Camera[];
  const cameraId: string, token: string, title: string, error: string | null;
  const arrangement: VideoWallProps['arrangement'];
  const isSharing: boolean;
  function setSharing(is: boolean): void;
  function setTitle(title: string): void;
  function remember(id: string): void;
  function keep(arrangement: VideoWallProps['arrangement']): void;
  function save(): Promise<void>;
}
`,
} as const;
/** The compiler options of the packages themselves. */
const settings: Readonly<Record<Exclude<keyof typeof assumed, 'docs'>, object>> = {
  'sdk-core': { lib: ['ES2023', 'DOM', 'DOM.Iterable'] },
  widgets: {
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['vite/client'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    jsx: 'react-jsx',
  },
  server: { lib: ['ES2024'], types: ['node'] },
};

const docsPages = ['', 'ru/'].flatMap((language) => ['guide', 'start'].flatMap((folder) => pagesIn(`${language}${folder}`)));

function pagesIn(folder: string): string[] {
  const path = join(root, 'docs', folder);
  return existsSync(path) ? readdirSync(path).map((file) => `${folder}/${file}`) : [];
}

/** Carries imports of an earlier example over to later ones, as readers do. */
function toModules(readme: string): string[] {
  const imports = new Map<string, string>();
  return [...readme.matchAll(/^```tsx?\n([\s\S]*?)^```$/gm)].map(([, code = '']) => {
    const own = new Set<string>();
    for (const [, names = '', from = ''] of code.matchAll(/^import (?:type )?\{ (.*) \} from '(.*)';$/gm))
      for (const name of names.split(', ')) {
        own.add(name);
        imports.set(name, from);
      }
    const used = [...imports].filter(([name]) => !own.has(name) && new RegExp(`\\b${name}\\b`).test(code));
    return [...used.map(([name, from]) => `import { ${name} } from '${from}';`), code, 'export {};'].join('\n');
  });
}

/** Files that were read already, by the options with which: those decide how a file is parsed. */
const filesRead = new Map<string, Map<string, ts.SourceFile>>();

function sourcesOf(compilerOptions: object): Map<string, ts.SourceFile> {
  const key = JSON.stringify(compilerOptions);
  const known = filesRead.get(key) ?? new Map<string, ts.SourceFile>();
  filesRead.set(key, known);
  return known;
}

/** Compiles texts as virtual files of a package, and returns the compiler's errors. */
function compile(folder: string, compilerOptions: object, sources: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(root, 'tooling/tsconfig.base.json'), (path) => readFileSync(path, 'utf8'));
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...config.compilerOptions,
      ...compilerOptions,
      isolatedDeclarations: false,
      declaration: false,
      noUnusedLocals: false,
      noUnusedParameters: false,
    },
    folder,
  );
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  const read = sourcesOf(compilerOptions);
  host.readFile = (path) => sources.get(path) ?? readFile(path);
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  host.getSourceFile = (path, version, ...rest) => {
    const text = sources.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, version, true);
    const known = read.get(path) ?? getSourceFile(path, version, ...rest);
    if (known) read.set(path, known);
    return known;
  };
  const program = ts.createProgram([...sources.keys()], options, host);
  return [...sources.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(({ messageText, start }) => {
      const line = source?.text.slice(0, start).split('\n').length ?? 0;
      return `${ts.flattenDiagnosticMessageText(messageText, ' ')}: ${source?.text.split('\n')[line - 1] ?? ''}`;
    });
  });
}

/** Readers of a package's README have it installed: its own name resolves there by its exports. */
function check(name: keyof typeof settings): { readonly examples: number; readonly problems: string[] } {
  const folder = join(root, 'packages', name);
  const examples = toModules(readFileSync(join(folder, 'README.md'), 'utf8'));
  return {
    examples: examples.length,
    problems: compile(
      folder,
      settings[name],
      new Map([assumed[name], ...examples].map((text, index) => [join(folder, `example-${index}.tsx`), text])),
    ),
  };
}

test.each([
  ['sdk-core', 10],
  ['widgets', 4],
  ['server', 1],
] as const)(
  'every example in the README of %s compiles',
  (name, atLeast) => {
    const { examples, problems } = check(name);
    expect(problems).toEqual([]);
    expect(examples).toBeGreaterThanOrEqual(atLeast);
  },
  60_000,
);

test('every TypeScript example of the docs compiles', () => {
  const folder = join(root, 'packages/widgets');
  const sources = docsPages.flatMap((page) =>
    toModules(readFileSync(join(root, 'docs', page), 'utf8')).map(
      (text, index) => [join(folder, `${page.replaceAll(/\W/g, '-')}-${index}.tsx`), text] as const,
    ),
  );
  expect(sources.length).toBeGreaterThanOrEqual(9);
  expect(compile(folder, settings.widgets, new Map([[join(folder, 'assumed.tsx'), assumed.docs], ...sources]))).toEqual([]);
}, 120_000);

test('every JavaScript example of the docs can be parsed, and every JSON example', () => {
  const problems = docsPages.flatMap((page) => {
    const text = readFileSync(join(root, 'docs', page), 'utf8');
    const scripts = [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
    const syntax = scripts.flatMap((code) => ts.transpileModule(code, { reportDiagnostics: true }).diagnostics ?? []);
    for (const [, lines, json = ''] of text.matchAll(/^```json(l?)\n([\s\S]*?)^```$/gm))
      for (const value of lines === '' ? [json] : json.trim().split('\n')) JSON.parse(value);
    return syntax.map(({ messageText }) => `${page}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  });
  expect(problems).toEqual([]);
});

test('a shell can read every command of the docs, and a parser every YAML', () => {
  const blocks = docsPages.flatMap((page) =>
    [...readFileSync(join(root, 'docs', page), 'utf8').matchAll(/^( *)```(sh|yaml)\n([\s\S]*?)^ *```$/gm)].map(
      ([, indent = '', kind = '', code = '']) => ({ page, kind, code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }),
    ),
  );
  const problems = blocks.flatMap(({ page, kind, code }) => {
    if (kind === 'yaml') return parseDocument(code).errors.map(({ message }) => `${page}: ${message}`);
    const { status, stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' });
    return status === 0 ? [] : [`${page}: ${stderr}`];
  });
  expect(problems).toEqual([]);
  expect(blocks.length).toBeGreaterThan(60);
}, 60_000);

test('reports an example that does not compile', () => {
  const folder = join(root, 'packages/sdk-core');
  expect(
    compile(
      folder,
      settings['sdk-core'],
      new Map([
        [join(folder, 'example-0.ts'), "import { createForm } from '@watchpost/sdk-core';\ncreateForm({ values: { a: 1 } });\nexport {};"],
      ]),
    ),
  ).not.toEqual([]);
}, 60_000);
