import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { isTestFile, listFiles } from '../lib/workspace.ts';
import { mayReadRoles, readRole } from './capability-rules.ts';
import { formatsDate, mayFormatDates } from './date-rules.ts';
import { isSuperLinear } from './regexp-rules.ts';
import { needsServerTime, readsDeviceClock } from './server-time-rules.ts';

/** Globals that only driver files may use, and their replacements. All other code receives them as parameters, so that tests can replace them. */
const driverOnly: Readonly<Record<string, string>> = {
  'Date.now': 'the clock that is passed in',
  'performance.now': 'the clock that is passed in',
  setTimeout: 'clock.after',
  setInterval: 'clock.every',
  localStorage: 'the storage port',
  sessionStorage: 'the storage port',
};
/** No code may write markup: a page may forbid it (`require-trusted-types-for 'script'`). */
const markupProperties = new Set(['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'dangerouslySetInnerHTML']);

/** A driver's file name names what it drives: `clock.ts`, `system-clock.ts`, `local-storage.ts`; or it is in the browser folder of sdk-core. */
function isDriver(file: string): boolean {
  return /(^|-)(clock|timer|timers|storage)(-driver)?\.tsx?$/.test(basename(file)) || file.startsWith('packages/sdk-core/src/browser/');
}

/** Package entries that are index files; otherwise, index.ts only exists at the edge of a feature or of a media module. */
const indexFolders = [
  /^packages\/[^/]+\/src$/,
  /^packages\/[^/]+\/src\/features\/[^/]+$/,
  /^packages\/contract\/src\/kernel$/,
  /^packages\/sdk-core\/src\/(browser|testing|kernel)$/,
  /^packages\/widgets\/src\/primitives$/,
  /^packages\/server\/src\/(app|testing|media|media\/[^/]+)$/,
];

/** Checks rules of the source text that neither the compiler nor the linter covers. Returns one line per problem. */
export function checkSources(rootFolder: string): string[] {
  return listFiles(rootFolder, 'packages')
    .filter((file) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(file))
    .flatMap((file) => checkSource(file, readFileSync(join(rootFolder, file), 'utf8')));
}

/** @param file path from the root: some rules depend on a file's location */
export function checkSource(file: string, text: string): string[] {
  const problems: string[] = [];
  if (/^index\.tsx?$/.test(basename(file)) && !indexFolders.some((folder) => folder.test(file.slice(0, file.lastIndexOf('/'))))) {
    problems.push(`index-at-edge: ${file} stands inside a feature or layer. Import the file that has the name instead.`);
  }
  const isTest = isTestFile(file) || file.includes('/testing/');
  // All other rules are for the product: most tests need not be parsed.
  if (isTest && !/\bexport\s*(?:type\s*)?\*/.test(text)) return problems;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const report = (node: ts.Node, rule: string, advice: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    problems.push(`${rule}: ${file}:${line + 1} ${advice}`);
  };
  const asksCapabilities = !isTest && !mayReadRoles(file);
  const asksServerTime = !isTest && !isDriver(file) && needsServerTime(file);
  const visit = (node: ts.Node): void => {
    if (ts.isExportDeclaration(node) && !node.exportClause)
      report(node, 'no-export-star', 'exports everything of a file. Name what is public.');
    if (!isTest) checkGlobals(node, file, report);
    const role = asksCapabilities ? readRole(node) : null;
    if (role !== null)
      report(
        node,
        'ask-capabilities',
        `reads ${role}. Ask capabilities (cameraCapabilities, useCapabilities) and read what its result names. A file that only shows it stands in tooling/workspace/capability-rules.ts.`,
      );
    const dateFormat = isTest || mayFormatDates(file) ? null : formatsDate(node);
    if (dateFormat !== null)
      report(node, 'one-date-format', `uses ${dateFormat}. Use formatMoment and its neighbours of sdk-core, so that dates look alike.`);
    const deviceClock = asksServerTime ? readsDeviceClock(node) : null;
    if (deviceClock !== null)
      report(
        node,
        'server-time',
        `uses ${deviceClock}: this device’s clock may be hours off. Ask the server’s (client.serverNow, useServerNow, serverClock.now), and measure durations by clock.monotonic. A file that must read it stands in tooling/workspace/server-time-rules.ts.`,
      );
    const name = ts.isPropertyAccessExpression(node) ? node.name.text : ts.isJsxAttribute(node) ? node.name.getText(source) : null;
    if (name !== null && markupProperties.has(name) && !isTest)
      report(node, 'no-markup', `uses ${name}. Build elements, or write textContent.`);
    if (!isTest && ts.isRegularExpressionLiteral(node) && isSuperLinear(node.text)) {
      report(
        node,
        'linear-regexp',
        `${node.text} can take the square of the text's length, or longer. Bound what repeats ({1,64}), keep neighbours from taking the same characters, or anchor it (^, a look-behind).`,
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

function checkGlobals(node: ts.Node, file: string, report: (node: ts.Node, rule: string, advice: string) => void): void {
  if (isDriver(file)) return;
  const name = globalName(node);
  const instead = name === null ? undefined : driverOnly[name];
  if (name !== null && instead !== undefined)
    report(node, 'driver-only', `uses ${name}. Use ${instead}; only driver files touch the global.`);
  const isNow = ts.isNewExpression(node) && node.expression.getText() === 'Date' && (node.arguments?.length ?? 0) === 0;
  if (isNow) report(node, 'driver-only', 'uses new Date(). Use the clock that is passed in.');
}

/** Short names of `Date.now`, `setTimeout`, `window.setTimeout` and `globalThis.setTimeout`; null for anything else. */
function globalName(node: ts.Node): string | null {
  if (ts.isPropertyAccessExpression(node)) {
    const owner = node.expression.getText();
    if (['window', 'globalThis', 'self'].includes(owner)) return node.name.text;
    return Object.hasOwn(driverOnly, `${owner}.${node.name.text}`) ? `${owner}.${node.name.text}` : null;
  }
  if (!ts.isIdentifier(node) || !Object.hasOwn(driverOnly, node.text)) return null;
  const { parent } = node;
  const isOwnName =
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    ts.isPropertySignature(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isBindingElement(parent) ||
    ts.isParameter(parent) ||
    ts.isTypeQueryNode(parent);
  return isOwnName ? null : node.text;
}
