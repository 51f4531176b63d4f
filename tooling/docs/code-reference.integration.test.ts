import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiEntries, type ApiEntry } from '../api/api-entries.ts';
import { root } from '../lib/root.ts';
import { run } from '../lib/run.ts';
import { atMost } from '../tests/slow-machine.ts';

/** The packages of partners and integrators; the others have the HTTP reference, guides, and the reports in docs/api (ADR 89). */
const packages = ['sdk-core', 'widgets'] as const;

interface Page {
  /** Relative to the folder of the reference. */
  readonly path: string;
  readonly text: string;
  /** Names that have a heading of their own, not below another name. */
  readonly names: ReadonlySet<string>;
  readonly anchors: ReadonlySet<string>;
}

let folder: string;
let pages: readonly Page[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchpost-reference-'));
  const { code, output } = await run(process.execPath, [join(root, 'docs/generate-code.ts'), folder], { cwd: join(root, 'docs') });
  if (code !== 0) throw new Error(output);
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.md'));
  pages = await Promise.all(files.map(async (path) => pageOf(path, await readFile(join(folder, path), 'utf8'))));
}, atMost(240_000));
afterAll(() => rm(folder, { recursive: true, force: true }));

const pagesOf = (name: string): readonly Page[] => pages.filter(({ path }) => path.startsWith(`@watchpost/${name}/`));

test('the reference is of these packages', () => {
  const found = new Set(pages.map(({ path }) => /^@watchpost\/([\w-]+)\//.exec(path)?.[1]).filter((name) => name !== undefined));
  expect([...found].toSorted()).toEqual([...packages]);
  const index = pages.find(({ path }) => path === 'index.md')?.text ?? '';
  for (const name of packages) expect(index).toContain(`@watchpost/${name}`);
});

const entries = apiEntries().filter(({ package: name }) => packages.some((known) => known === name));
test.each(entries.map((entry) => ({ entry, name: `${entry.package} ${entry.entry}` })))(
  'the entry $name has a page, with a heading for each name that it exports',
  async ({ entry }) => {
    const names = await exportedNames(entry);
    const own = pagesOf(entry.package);
    const missingOn = ({ names: shown }: Page): readonly string[] => names.filter((name) => !shown.has(name));
    // An entry that only gives on names of a library has none of its own.
    const called = `@watchpost/${entry.package}${entry.entry.slice(1)}`;
    const isCalled = ({ path }: Page): boolean => path.replace(/(?:\/index)?\.md$/, '') === called;
    const [best] = names.length === 0 ? own.filter(isCalled) : own.toSorted((a, b) => missingOn(a).length - missingOn(b).length);
    expect(best).toBeDefined();
    expect(best && missingOn(best)).toEqual([]);
  },
);

test('every link leads to a page, and to a place on it', () => {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const broken = pages.flatMap(({ path, text }) =>
    linksOf(text).flatMap((link) => {
      const [file = '', anchor = ''] = decodeURI(link).split('#');
      const target = byPath.get(file === '' ? path : normalize(join(dirname(path), file)));
      const isThere = target !== undefined && (anchor === '' || target.anchors.has(anchor));
      return isThere ? [] : [`${path}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
  // The check reads links at all.
  expect(pages.flatMap(({ text }) => linksOf(text)).length).toBeGreaterThan(500);
});

function pageOf(path: string, text: string): Page {
  const headings = [...withoutCode(text).matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) => heading);
  // `createClient()`, `~~old~~`, `abstract Base`
  const names = headings.map((heading) => heading.replaceAll(/[\\~`?]|\(\)|^abstract /g, '').trim());
  return { path, text, names: new Set(names), anchors: new Set([...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id)) };
}

/** Reads the names from the API report, without those of libraries, which have a reference of their own. */
async function exportedNames({ report }: ApiEntry): Promise<readonly string[]> {
  const text = await readFile(join(root, 'docs/api', report), 'utf8');
  const own = /^export (?:declare )?(?:abstract )?(?:class|interface|type|const|let|function|enum|namespace) (\w+)/gm;
  const passedOn = /^export \{ (?:\w+ as )?(\w+) \}$/gm;
  const imported = /^import (?:type )?\{ (\w+)(?: as \w+)? \} from '(?!@watchpost\/)[^']+';$/gm;
  const namesOf = (pattern: RegExp): readonly string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
  const ofLibraries = new Set(namesOf(imported));
  return [...new Set([...namesOf(own), ...namesOf(passedOn).filter((name) => !ofLibraries.has(name))])];
}

function linksOf(text: string): readonly string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^[a-z]+:/.test(link));
}

/** Examples contain what looks like a link or a heading. */
function withoutCode(text: string): string {
  return text.replaceAll(/^ *```[^]*?^ *```$/gm, '');
}
