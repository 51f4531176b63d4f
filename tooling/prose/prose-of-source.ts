import ts from 'typescript';

const testFunctions = new Set(['test', 'it', 'describe']);

/**
 * Extracts the prose of a source file: comments, test titles and, in files of texts, every string. Each line of the
 * result contains the prose of the same line of the file, so that problems have the right line numbers.
 * @param file name of the file, which decides what counts: `*-texts.ts`, `*messages*.ts`, `*.json`
 */
export function proseOfSource(file: string, text: string): string {
  if (file.endsWith('.json')) return text.replaceAll(/^\s*"[^"]*"\s*:\s*/gm, '').replaceAll(/^[\s{}[\],]*$|",?$|^"/gm, '');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const lines = text.split('\n').map(() => '');
  const add = (start: number, prose: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(start);
    for (const [index, part] of prose.split('\n').entries()) lines[line + index] = `${lines[line + index] ?? ''} ${part}`.trim();
  };
  const hasTexts = /(-texts|messages[\w-]*)\.tsx?$/.test(file);
  const literals: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (isLiteral(node)) literals.push(node);
    if (ts.isStringLiteralLike(node) && (hasTexts || isTestTitle(node)) && !ts.isImportDeclaration(node.parent))
      add(node.getStart(source), node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const { start, comment } of findComments(text, source, literals)) add(start, comment);
  return lines.join('\n');
}

/** Nodes in which `//` is text, not a comment. */
function isLiteral(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    ts.isJsxText(node)
  );
}

function isTestTitle(node: ts.StringLiteralLike): boolean {
  if (!ts.isCallExpression(node.parent) || node.parent.arguments[0] !== node) return false;
  const [name = ''] = /^\w+/.exec(node.parent.expression.getText()) ?? [];
  return testFunctions.has(name);
}

/** Extracts the comments of a file without their markers; tags such as `@param name` stay. */
function findComments(text: string, source: ts.SourceFile, literals: readonly ts.Node[]): { start: number; comment: string }[] {
  const comments: { start: number; comment: string }[] = [];
  const ranges = literals.map((node) => ({ start: node.getStart(source), end: node.end })).sort((a, b) => a.start - b.start);
  const mark = /\/\/.*|\/\*[\s\S]*?\*\//g;
  let next = 0;
  for (let match = mark.exec(text); match; match = mark.exec(text)) {
    const { index } = match;
    while ((ranges[next]?.end ?? Infinity) <= index) next += 1;
    const literal = ranges[next];
    if (literal && literal.start <= index) {
      mark.lastIndex = literal.end;
      continue;
    }
    comments.push({ start: index, comment: match[0].replace(/^\/\/+|^\/\*+|\*+\/$/g, '').replaceAll(/^[ \t]*\*? ?/gm, '') });
  }
  return comments;
}
