import { inflateSync } from 'node:zlib';

export interface PdfText {
  /** What a reader selects: the text of all pages, a line for each run. */
  readonly text: string;
  /** Names of the fonts that are embedded. */
  readonly fonts: readonly string[];
  readonly pages: number;
}

/** Reads the text of a PDF of pdfkit by the fonts' own tables, as a reader's clipboard and search do. */
export function readPdf(bytes: Buffer): PdfText {
  const objects = objectsOf(bytes);
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const { head } of objects.values())
    for (const [, name = '', reference = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const toUnicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(reference)?.head ?? '')?.[1];
      if (toUnicode !== undefined) fonts.set(name, readToUnicode(objects.get(toUnicode)?.stream ?? ''));
    }
  const lines: string[] = [];
  let pages = 0;
  for (const { head } of objects.values()) {
    const contents = /\/Type \/Page\b(?!s)/.test(head) ? /\/Contents (\d+) 0 R/.exec(head)?.[1] : undefined;
    if (contents === undefined) continue;
    pages += 1;
    lines.push(...runsOf(objects.get(contents)?.stream ?? '', fonts));
  }
  const names = [...objects.values()].flatMap(({ head }) => [...head.matchAll(/\/FontName \/([\w+-]+)/g)].map(([, name = '']) => name));
  return { text: lines.join('\n'), fonts: names, pages };
}

function objectsOf(bytes: Buffer): Map<string, { readonly head: string; readonly stream: string }> {
  const file = bytes.toString('latin1');
  const objects = new Map<string, { readonly head: string; readonly stream: string }>();
  for (const { 0: start, 1: id = '', index } of file.matchAll(/(\d+) 0 obj\n/g)) {
    const from = index + start.length;
    const streamAt = file.indexOf('stream\n', from);
    const endAt = file.indexOf('\nendobj', from);
    const hasStream = streamAt >= 0 && streamAt < endAt;
    const head = file.slice(from, hasStream ? streamAt : endAt);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const data = bytes.subarray(streamAt + 7, streamAt + 7 + length);
    objects.set(id, { head, stream: hasStream ? (head.includes('/FlateDecode') ? inflateSync(data) : data).toString('latin1') : '' });
  }
  return objects;
}

/** Glyphs by their four hexadecimal digits. */
function readToUnicode(table: string): Map<string, string> {
  const glyphs = new Map<string, string>();
  for (const [, from = '', list = ''] of table.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/gi))
    for (const [index, [, hex = '']] of [...list.matchAll(/<([\da-f ]*)>/gi)].entries())
      glyphs.set((Number.parseInt(from, 16) + index).toString(16).padStart(4, '0'), fromUtf16(hex.replaceAll(' ', '')));
  return glyphs;
}

function runsOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const runs: string[] = [];
  let font: ReadonlyMap<string, string> = new Map();
  for (const [, name, array] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = fonts.get(name) ?? new Map();
    else {
      const glyphs = [...(array ?? '').matchAll(/<([\da-f]*)>/gi)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
      runs.push(glyphs.map((glyph) => font.get(glyph) ?? '�').join(''));
    }
  }
  return runs;
}

function fromUtf16(hex: string): string {
  return (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');
}
