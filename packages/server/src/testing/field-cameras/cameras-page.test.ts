import { describe, expect, test } from 'vitest';
import { ourVerdict, readVerdicts, renderCamerasPage } from './cameras-page.ts';
import { fieldCases } from './field-cases.ts';
import { russianTexts } from './field-cases-russian.ts';

const docs = '../../../../../docs';

describe('cameras in the field', () => {
  test('each has a name and a source of its own, and a text in Russian', () => {
    const names = fieldCases.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(russianTexts).toSorted()).toEqual(names.toSorted());
    for (const { name, source } of fieldCases) {
      expect(name).toMatch(/^[a-z\d-]+$/);
      for (const one of source.split(', ')) expect(one).toMatch(/^(conformant|[\w.-]+\/[\w.-]+ (PR )?#\d+)$/);
    }
  });

  test('what FFmpeg plays, plays here: each case was measured, and none says less than FFmpeg', () => {
    const { verdicts } = readVerdicts();
    expect(Object.keys(verdicts).toSorted()).toEqual(fieldCases.map(({ name }) => name).toSorted());
    const less = fieldCases.filter((fieldCase) => {
      const [theirs, ours] = [verdicts[fieldCase.name], ourVerdict(fieldCase)];
      return theirs && ((theirs.picture && !ours.picture) || (theirs.sound && !ours.sound));
    });
    expect(less.map(({ name }) => name)).toEqual([]);
  });

  // Renewed by `-u`, as any snapshot.
  test.each([
    ['en', `${docs}/guide/cameras.md`],
    ['ru', `${docs}/ru/guide/cameras.md`],
  ] as const)('the page of the guide lists them: %s', async (language, file) => {
    await expect(renderCamerasPage(language)).toMatchFileSnapshot(file);
  });
});
