import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalog } from '../../packages/contract/src/catalog.ts';
import { paths } from '../../packages/reference-app/src/shared/navigation/paths.ts';
import { root } from '../lib/root.ts';
import { readGate } from './suite.ts';

interface Row {
  /** Page § section of the specification. */
  readonly section: string;
  /** The test of the gate that goes this way: file > title. */
  readonly story?: string;
  /** What shows it where no story goes that way, and why none does. */
  readonly shownBy?: string;
  readonly reason?: string;
}

const specification: Readonly<Record<'routes' | 'calls' | 'rows', Readonly<Record<string, Row>>>> = JSON.parse(
  readFileSync(join(root, 'e2e/specification.json'), 'utf8'),
);
const { routes, calls, rows } = specification;
const gate = readGate(root);
const all = [...Object.entries(routes), ...Object.entries(calls), ...Object.entries(rows)].map(([row, entry]) => ({ row, ...entry }));

/** The gate runs the file, and the test in it. */
const isStory = (file: string, title: string): boolean =>
  Object.hasOwn({ ...gate.browser, ...gate.packed }, file) && !Object.hasOwn(gate.testsOnlyInTestAll[file] ?? {}, title);

describe('a row of the specification', () => {
  test.each(all)('$row has its story in the gate, or a reason and what shows it instead', ({ section, story, shownBy, reason }) => {
    expect(section).toMatch(/^(none|[12]§\d(, [12]§\d)*)$/);
    const [file = '', ...rest] = (story ?? shownBy ?? '').split(' > ');
    const title = rest.join(' > ');
    expect(title).not.toBe('');
    expect(readFileSync(join(root, file), 'utf8')).toContain(title);
    expect(isStory(file, title)).toBe(story !== undefined);
    expect([reason === undefined, shownBy === undefined]).toEqual([story !== undefined, story !== undefined]);
    if (reason !== undefined) expect(reason.length).toBeGreaterThan(10);
  });

  test('exists for each route of the app, and for unknown addresses', () => {
    expect(new Set(Object.keys(routes))).toEqual(new Set([...Object.values(paths), '*']));
  });

  test('names only calls that the contract has', () => {
    const known = Object.values(catalog).flatMap(({ endpoints }) =>
      Object.values(endpoints).map(({ method, path }) => `${method} ${path}`),
    );
    expect(Object.keys(calls).filter((call) => !known.includes(call))).toEqual([]);
  });
});
