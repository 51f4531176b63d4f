import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import { readReplacedTerms } from './glossary.ts';
import { createProseLinter } from './prose-linter.ts';
import { proseOfSource } from './prose-of-source.ts';

const glossary = `# Glossary

| Term | Meaning |
|---|---|
| live | \`now\` |

## Words we don't use

| Instead of | Write | Found by the check |
|---|---|---|
| patience | \`requestTimeoutMs\` | \`patience\` |
| letter (e-mail) | e-mail message | \`(?:the\\|a) letter to\` |
| way (of a transport) | transport | |

Names end in their \`unit\`.
`;

describe('glossary', () => {
  test('reads the words to look for, and their replacements', () => {
    expect(readReplacedTerms(glossary)).toEqual([
      { pattern: 'patience', replacement: 'requestTimeoutMs' },
      { pattern: '(?:the|a) letter to', replacement: 'e-mail message' },
    ]);
  });
  test('rejects a page without the table', () => {
    expect(() => readReplacedTerms('# Glossary\n')).toThrow("Words we don't use");
  });
  test('every pattern of the page compiles', () => {
    const terms = readReplacedTerms(readFileSync(join(root, 'docs/glossary.md'), 'utf8'));
    expect(terms.length).toBeGreaterThan(10);
    for (const { pattern } of terms) expect(() => new RegExp(pattern, 'i')).not.toThrow();
  });
});

describe('linter', () => {
  test('reports the word, its line and its replacement, but leaves code alone', async () => {
    const lint = await createProseLinter(readReplacedTerms(glossary));
    expect(await lint('One line.\n\nIts patience ends. `patience` is code.\n')).toEqual([
      { line: 3, message: expect.stringMatching(/patience.*requestTimeoutMs/) },
    ]);
    expect(await lint('A letter of the alphabet.')).toEqual([]);
  });
});

describe('prose of a source file', () => {
  const prose = (text: string, file = 'some.ts'): string[] => proseOfSource(file, text).split('\n');

  test('keeps the lines of comments', () => {
    expect(prose('/**\n * First.\n * @param a second\n */\nconst a = 1; // third\n')).toEqual([
      '',
      'First.',
      '@param a second',
      '',
      'third',
      '',
    ]);
  });
  test('ignores comment markers inside strings, templates and regular expressions', () => {
    expect(prose("const a = 'http://a'; const b = `//${a}//`; const c = /\\/\\//; // real").join('')).toBe('real');
  });
  test('finds comments inside JSX', () => {
    expect(prose('const a = <p>{/* why */}// text</p>;', 'some.tsx').join('')).toBe('why');
  });
  test('finds test titles, but no other strings', () => {
    expect(prose("test('a title', () => open('a name'));\ntest.each([1])('another', () => {});")).toEqual(['a title', 'another']);
  });
  test('finds all strings of files with texts', () => {
    expect(prose("export const texts = { save: 'Save it' };", 'camera-texts.ts').join('')).toBe('Save it');
    expect(prose('{\n  "save": "Save it",\n  "more": { "close": "Close" }\n}\n', 'texts/app.en.json')[1]).toBe('Save it');
  });
});
