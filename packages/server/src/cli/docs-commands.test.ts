import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readArguments, usage } from './arguments.ts';

const root = resolve(import.meta.dirname, '../../../..');
const pages = globSync(['docs/{guide,start,packages}/*.md', 'docs/ru/{guide,start}/*.md', 'README.md', 'packages/server/README.md'], {
  cwd: root,
});

/** Commands of this program in the examples of a page, as a shell would pass them. */
function commandsIn(page: string): string[][] {
  const examples = [...readFileSync(join(root, page), 'utf8').matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, code = '']) => code);
  return examples
    .flatMap((code) => code.replaceAll('\\\n', ' ').split('\n'))
    .flatMap(
      (line) =>
        /(?:^|\$\()(?:\s*[A-Z_0-9]+=\S+)*\s*(?:npx (?:-p \S+ )*@watchpost\/server|npx (?:-p \S+ )+watchpost|watchpost)(?= |$)(.*)$/.exec(
          line,
        )?.[1] ?? [],
    )
    .map((rest) =>
      [
        ...rest
          .replace(/\s#.*$/, '')
          .replace(/\)$/, '')
          .matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
      ].map(([, double, single, word]) => double ?? single ?? word ?? ''),
    );
}

const commands = pages.flatMap((page) => commandsIn(page).map((words) => [page, words] as const));

test.each(commands)('%s: watchpost %j is understood', (_, words) => {
  const { command } = readArguments(words);
  expect(usage(command)).not.toBe(usage(undefined));
});

test('there are examples of commands, in both languages', () => {
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter(([page]) => page.startsWith('docs/ru/')).length).toBeGreaterThan(8);
});
