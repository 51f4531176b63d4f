import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../lib/root.ts';

const folder = join(root, 'docs/adr');
const files = readdirSync(folder).toSorted();
const numberOf = (file: string): number => Number(file.slice(0, 4));

test('decisions are numbered one after the other', () => {
  expect(files.map(numberOf)).toEqual(files.map((_, index) => index + 1));
});

describe.each(files)('%s', (file) => {
  const page = readFileSync(join(folder, file), 'utf8');

  test('has its number, a title, a status and a date', () => {
    const [title = '', empty, status] = page.split('\n');
    expect(title).toMatch(/^# \d+\. \S/);
    expect(Number.parseInt(title.slice(2), 10)).toBe(numberOf(file));
    expect(empty).toBe('');
    expect(status).toMatch(/^Status: (accepted|proposed|superseded)\b.*\b20\d\d-\d\d-\d\d\b/);
  });
  test('refers to decisions that exist', () => {
    const [, status = ''] = /^Status: (.*)$/m.exec(page) ?? [];
    const numbers = [...status.replaceAll(/\d{4}-\d\d-\d\d|\([^)]*\)/g, '').matchAll(/\b\d{1,4}\b/g)].map(([text]) => Number(text));
    expect(files.map(numberOf)).toEqual(expect.arrayContaining(numbers));
    const links = [...page.matchAll(/\]\((\d{4}-[\w-]+\.md)\)/g)].map(([, link = '']) => link);
    expect(files).toEqual(expect.arrayContaining(links));
  });
});
