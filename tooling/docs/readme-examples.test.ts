import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';

/** What the examples of the README take for granted; each example imports what it shows for the first time. */
const assumed = `
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
`;

/** Imports of an earlier example hold for the later ones, as a reader takes them. */
function toModules(readme: string): string[] {
  const imports = new Map<string, string>();
  return [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => {
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
function compile(folder: string, sources: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(root, 'tooling/tsconfig.base.json'), (path) => readFileSync(path, 'utf8'));
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, lib: ['ES2023', 'DOM', 'DOM.Iterable'], isolatedDeclarations: false, declaration: false, noUnusedLocals: false, noUnusedParameters: false }, folder);
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

function check(readme: string, prelude: string): string[] {
  const folder = dirname(readme);
  const modules = toModules(readFileSync(readme, 'utf8'));
  // The README of a package is read by people who have it installed: its own name resolves here by its exports.
  return compile(folder, new Map([prelude, ...modules].map((text, index) => [join(folder, `example-${index}.ts`), text])));
}

test('every example in the README of sdk-core compiles', () => {
  const readme = join(root, 'packages/sdk-core/README.md');
  expect(toModules(readFileSync(readme, 'utf8')).length).toBeGreaterThan(10);
  expect(check(readme, assumed)).toEqual([]);
}, 60_000);

test('an example that does not compile is found', () => {
  const folder = join(root, 'packages/sdk-core');
  expect(compile(folder, new Map([[join(folder, 'example-0.ts'), "import { createForm } from '@watchpost/sdk-core';\ncreateForm({ values: { a: 1 } });\nexport {};"]]))).not.toEqual([]);
}, 60_000);
