import { SaxesParser } from 'saxes';
import { ParseError } from '../kernel/parse-error.ts';

/** One element of an answer. Cameras choose their prefixes freely, so names are local and namespaces resolved. */
export interface XmlElement {
  readonly namespace: string;
  readonly name: string;
  /** Those without a namespace. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its own, trimmed; not that of its children. */
  readonly text: string;
}

interface Draft {
  readonly namespace: string;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Draft[];
  text: string;
}

/** More than any camera sends, bytes. */
export const longestXml: number = 256 * 1024;
const deepest = 64;
const mostElements = 20_000;

/**
 * Reads a document that anybody may have written: well formed, bounded, and without a DOCTYPE, so without entities of its own.
 * @throws {ParseError}
 */
export function parseXml(text: string): XmlElement {
  if (Buffer.byteLength(text) > longestXml) throw new ParseError('The XML is too long.');
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: Draft[] = [];
  let root: Draft | null = null;
  let count = 0;
  parser.on('doctype', () => {
    throw new ParseError('XML with a DOCTYPE is not read.');
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    count += 1;
    if (open.length >= deepest || count > mostElements) throw new ParseError('The XML is too deep or has too many elements.');
    const element: Draft = { namespace: uri, name: local, attributes: new Map(Object.values(attributes).flatMap((attribute) => (attribute.uri === '' ? [[attribute.local, attribute.value]] : []))), children: [], text: '' };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element) element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element) element.text = element.text.trim();
  });
  try {
    parser.write(text).close();
  } catch (error) {
    throw error instanceof ParseError ? error : new ParseError(`Not well-formed XML: ${error instanceof Error ? error.message : ''}`);
  }
  if (!root) throw new ParseError('The XML is empty.');
  return root;
}

/** The children of this local name in a namespace that begins like this. */
export function childrenOf(element: XmlElement | undefined, name: string, namespaceStart: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name && child.namespace.startsWith(namespaceStart)) ?? [];
}

/** Text as it stands in XML, between tags or in an attribute. */
export function escapeXml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- exactly these must not stand in XML 1.0, escaped or not
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** An element as it was read, to be sent back. */
export function writeXml({ namespace, name, attributes, children, text }: XmlElement): string {
  const words = [...attributes].map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join('');
  return `<${name} xmlns="${escapeXml(namespace)}"${words}>${escapeXml(text)}${children.map(writeXml).join('')}</${name}>`;
}
