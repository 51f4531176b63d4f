import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';

/** What the examples of a README take for granted; each example imports what it shows for the first time. */
const assumed = {
  'sdk-core': `
import type { Client, Language } from '@watchpost/sdk-core';
declare global {
  const client: Client;
  const language: Language;
  const cameraId: string, password: string, from: number, to: number, at: number, signal: AbortSignal;
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
} as const;
/** As the packages themselves are compiled. */
const settings: Readonly<Record<keyof typeof assumed, object>> = {
  'sdk-core': { lib: ['ES2023', 'DOM', 'DOM.Iterable'] },
  widgets: { lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: ['vite/client'], module: 'ESNext', moduleResolution: 'Bundler', jsx: 'react-jsx' },
  server: { lib: ['ES2024'], types: ['node'] },
};

/** Imports of an earlier example hold for the later ones, as a reader takes them. */
function toModules(readme: string): string[] {
  const imports = new Map<string, string>();
  return [...readme.matchAll(/^```tsx?\n([\s\S]*?)^```$/gm)].map(([, code = '']) => {
    const own = new Set<string>();
    for (const [, names = '', from = ''] of code.matchAll(/^import (?:type )?\{ (.*) \} from '(.*)';$/gm)) for (const name of names.split(', ')) {
      own.add(name);
      imports.set(name, from);
    }
    const used = [...imports].filter(([name]) => !own.has(name) && new RegExp(`\\b${name}\\b`).test(code));
    return [...used.map(([name, from]) => `import { ${name} } from '${from}';`), code, 'export {};'].join('\n');
  });
}

/** Compiles texts as files of a package that do not exist; what the compiler says of them. */
function compile(folder: string, compilerOptions: object, sources: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(root, 'tooling/tsconfig.base.json'), (path) => readFileSync(path, 'utf8'));
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, ...compilerOptions, isolatedDeclarations: false, declaration: false, noUnusedLocals: false, noUnusedParameters: false }, folder);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (path) => sources.get(path) ?? readFile(path);
  host.fileExists = (path) => sources.has(path) || fileExists(path);
  host.getSourceFile = (path, version, ...rest) => {
    const text = sources.get(path);
    return text === undefined ? getSourceFile(path, version, ...rest) : ts.createSourceFile(path, text, version, true);
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

/** The README of a package is read by people who have it installed: its own name resolves there by its exports. */
function check(name: keyof typeof assumed): { readonly examples: number; readonly problems: string[] } {
  const folder = join(root, 'packages', name);
  const examples = toModules(readFileSync(join(folder, 'README.md'), 'utf8'));
  return { examples: examples.length, problems: compile(folder, settings[name], new Map([assumed[name], ...examples].map((text, index) => [join(folder, `example-${index}.tsx`), text]))) };
}

test.each([['sdk-core', 10], ['widgets', 4], ['server', 1]] as const)('every example in the README of %s compiles', (name, atLeast) => {
  const { examples, problems } = check(name);
  expect(problems).toEqual([]);
  expect(examples).toBeGreaterThanOrEqual(atLeast);
}, 60_000);

test('an example that does not compile is found', () => {
  const folder = join(root, 'packages/sdk-core');
  expect(compile(folder, settings['sdk-core'], new Map([[join(folder, 'example-0.ts'), "import { createForm } from '@watchpost/sdk-core';\ncreateForm({ values: { a: 1 } });\nexport {};"]]))).not.toEqual([]);
}, 60_000);
