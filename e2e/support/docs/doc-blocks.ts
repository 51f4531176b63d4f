import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../../tooling/lib/root.ts';

/** A code block of a page. */
export interface DocBlock {
  /** Path of the page in the repository. */
  readonly page: string;
  readonly language: string;
  readonly code: string;
}

/** Pages whose blocks are run. The Russian ones have the same blocks, which a test of the docs compares. */
const pages = [
  'README.md',
  'packages/sdk-core/README.md',
  ...['docs/guide', 'docs/start'].flatMap((folder) => readdirSync(join(root, folder)).map((file) => `${folder}/${file}`)),
];

/** Returns the blocks of these languages in the order in which readers meet them. */
export function readBlocks(...languages: readonly string[]): DocBlock[] {
  return pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)].flatMap(
      ([, indent = '', language = '', code = '']) =>
        languages.includes(language) ? { page, language, code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), '') } : [],
    ),
  );
}

/** A line that says what it returns: `shareOf(49_900, 10, 30); // 16_633: ten days of thirty`. Not where it depends on `at`. */
const withResult = /^([\w.]+\((?!at\b).*\)); \/\/ ('[^'\n]*'|true|false|[\d_]+)(?=$|[:, ])/gm;

/**
 * Makes modules of blocks: names that an earlier block of the page has imported are imported in later ones, too, as readers do; results in
 * comments are compared with what is returned.
 */
export function toModules(blocks: readonly DocBlock[]): string[] {
  const imported = new Map<string, Map<string, string>>();
  return blocks.map(({ page, code }) => {
    const imports = imported.get(page) ?? new Map<string, string>();
    imported.set(page, imports);
    const own = new Set<string>();
    for (const [, names = '', from = ''] of code.matchAll(/^import \{ (.*) \} from '(.*)';$/gm))
      for (const name of names.split(', ')) {
        own.add(name);
        imports.set(name, from);
      }
    const used = [...imports].filter(([name]) => !own.has(name) && new RegExp(`\\b${name}\\b`).test(code));
    const text = [
      ...used.map(([name, from]) => `import { ${name} } from '${from}';`),
      code.replaceAll(withResult, (line, call: string, result: string) => `isDocumented(${call}, ${result}, ${JSON.stringify(line)}); //`),
      'export {};',
    ].join('\n');
    return ts.transpileModule(text, { compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext } }).outputText;
  });
}
