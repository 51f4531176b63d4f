import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';

const folders = ['guide', 'start'];
const pagesIn = (folder: string): string[] => readdirSync(join(root, 'docs', folder));
const read = (page: string): string => readFileSync(join(root, 'docs', page), 'utf8');
const codeOf = (page: string): string[] => [...page.matchAll(/^( *)```\w+\n([\s\S]*?)^\1```$/gm)].map(([block]) => block);
const withoutCode = (page: string): string => page.replaceAll(/^( *)```\w+\n([\s\S]*?)^\1```$/gm, '');
const levelsOf = (page: string): string[] => [...withoutCode(page).matchAll(/^#+(?= )/gm)].map(([level]) => level);
const rowsOf = (page: string): number => withoutCode(page).match(/^\|/gm)?.length ?? 0;
/** Targets of links, without the way to them: a page of a language links to pages of that language. */
const targetsOf = (page: string): string[] =>
  [...withoutCode(page).matchAll(/\]\((?:\.\.\/)*([^)\s]+)\)/g)].map(([, target = '']) => target).toSorted();

test.each(folders)('every page of %s is in Russian, and nothing else is', (folder) => {
  expect(pagesIn(`ru/${folder}`)).toEqual(pagesIn(folder));
});

test.each(folders.flatMap((folder) => pagesIn(folder).map((file) => `${folder}/${file}`)))(
  '%s says the same in Russian: its code, sections, tables and links',
  (page) => {
    const [english, russian] = [read(page), read(`ru/${page}`)];
    expect(codeOf(russian)).toEqual(codeOf(english));
    expect(levelsOf(russian)).toEqual(levelsOf(english));
    expect(rowsOf(russian)).toBe(rowsOf(english));
    expect(targetsOf(russian)).toEqual(targetsOf(english));
  },
);
