import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { root } from '../../../tooling/lib/root.ts';
import { listFiles } from '../../../tooling/lib/workspace.ts';

type EngineTests = Record<string, number>;

/** The engine of a group of tests: `describe.skipIf(isMissing('…'))` names it. */
function engineOf(callee: ts.Expression): string | null {
  if (!ts.isCallExpression(callee) || callee.expression.getText() !== 'describe.skipIf') return null;
  return /^isMissing\('(\w+)'\)$/.exec(callee.arguments[0]?.getText() ?? '')?.[1] ?? null;
}

/** How many tests a call is: `test(…)`, or `test.each([…])(…)` with its rows. @throws for tests whose number the source does not show */
function testsOf(callee: ts.Expression): number {
  const how = (ts.isCallExpression(callee) ? callee.expression : callee).getText();
  if (how === 'test') return 1;
  if (/^test\.(?!each$)|^describe\.(?!skipIf$)/.test(how)) throw new Error(`${how} is not counted.`);
  if (how !== 'test.each' || !ts.isCallExpression(callee)) return 0;
  const [given] = callee.arguments;
  const rows = given && ts.isAsExpression(given) ? given.expression : given;
  if (!rows || !ts.isArrayLiteralExpression(rows)) throw new Error(`Not a list of rows: ${callee.getText()}`);
  return rows.elements.length;
}

function countTests(name: string, text: string): EngineTests {
  const counted: EngineTests = {};
  const visit = (node: ts.Node, engine: string | null): void => {
    if (ts.isCallExpression(node)) {
      const count = testsOf(node.expression);
      if (count > 0 && engine === null) throw new Error(`${name}: a test outside of any engine`);
      if (count > 0 && engine !== null) counted[engine] = (counted[engine] ?? 0) + count;
    }
    const within = ts.isCallExpression(node) ? (engineOf(node.expression) ?? engine) : engine;
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true), null);
  return counted;
}

test('a spec’s tests are counted with their rows, by engine', () => {
  const text = `
    describe.skipIf(isMissing('firefox'))('one', () => { test('a', () => {}); });
    describe.skipIf(isMissing('webkit'))('two', () => {
      test.each<[string]>([['a'], ['b']])('%s', async () => { await retest('c'); });
      test.each(['a', 'b', 'c'] as const)('%s', () => {});
      test('d', () => expect(/a/.test('a')).toBe(true));
    });`;
  expect(countTests('some.spec.ts', text)).toEqual({ firefox: 1, webkit: 6 });
  expect(() => countTests('some.spec.ts', "test('a', () => {});")).toThrow('outside of any engine');
  expect(() => countTests('some.spec.ts', "describe.skipIf(isMissing('firefox'))('one', () => test.each(rows)('%s', () => {}));")).toThrow(
    'rows',
  );
});

test('docs/testing.md names how many tests each engine has', () => {
  const total: EngineTests = {};
  for (const file of listFiles(root, 'e2e/browsers').filter((path) => path.endsWith('.spec.ts')))
    for (const [engine, count] of Object.entries(countTests(file, readFileSync(join(root, file), 'utf8'))))
      total[engine] = (total[engine] ?? 0) + count;
  expect(readFileSync(join(root, 'docs/testing.md'), 'utf8')).toContain(
    `runs \`e2e/browsers\` in them: ${total['firefox']} tests in Firefox, ${total['webkit']} in WebKit.`,
  );
});
