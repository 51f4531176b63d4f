import { SaxesParser } from 'saxes';
import { ParseError } from '../kernel/parse-error.ts';

/** An element of an answer. Names are local and namespaces resolved, because cameras choose prefixes freely. */
export interface XmlElement {
  /** `anyNamespace` if the camera declares none: the element then counts by its name alone. */
  readonly namespace: string;
  readonly name: string;
  /** Attributes without a namespace. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** The element's own text, trimmed, without that of its children. */
  readonly text: string;
}

interface Draft {
  readonly namespace: string;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Draft[];
  text: string;
}

interface Bounds {
  readonly bytes: number;
  readonly elements: number;
}

/** Of a document that anyone may send. */
const untrusted: Bounds = { bytes: 256 * 1024, elements: 20_000 };
/** Maximum size of a camera's answer, bytes: a recorder describes each stream of each of its channels in several KB. */
export const maxAnswerBytes: number = 2 * 1024 * 1024;
const fromCamera: Bounds = { bytes: maxAnswerBytes, elements: 100_000 };
const maxDepth = 64;
/** Namespace of elements for which a camera declares none. */
const anyNamespace = '*';
/** Namespace of what configurations consist of. */
const schema = 'http://www.onvif.org/ver10/schema';

export interface XmlOptions {
  /**
   * Accepts what cameras put around a document (white space, NUL, a byte order mark, rests of a buffer), namespaces that they don't
   * declare, ampersands that they don't escape, and longer documents.
   */
  readonly isTolerant?: boolean;
}

/**
 * Parses an untrusted document: well-formed, bounded, and without a DOCTYPE and therefore without custom entities.
 * @throws {ParseError}
 */
export function parseXml(text: string, { isTolerant = false }: XmlOptions = {}): XmlElement {
  const bounds = isTolerant ? fromCamera : untrusted;
  if (Buffer.byteLength(text) > bounds.bytes) throw new ParseError('The XML is too long.');
  const parser = new SaxesParser({ xmlns: true, position: false, ...(isTolerant && { resolvePrefix: () => anyNamespace }) });
  const open: Draft[] = [];
  let root: Draft | null = null;
  let count = 0;
  parser.on('doctype', () => {
    throw new ParseError('XML with a DOCTYPE is not read.');
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    count += 1;
    if (open.length >= maxDepth || count > bounds.elements) throw new ParseError('The XML is too deep or has too many elements.');
    const element: Draft = {
      namespace: uri,
      name: local,
      attributes: new Map(
        Object.values(attributes).flatMap((attribute) =>
          attribute.uri === '' || attribute.uri === anyNamespace ? [[attribute.local, attribute.value]] : [],
        ),
      ),
      children: [],
      text: '',
    };
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
    parser.write(isTolerant ? documentIn(text) : text).close();
  } catch (error) {
    throw error instanceof ParseError ? error : new ParseError(`Not well-formed XML: ${error instanceof Error ? error.message : ''}`);
  }
  if (!root) throw new ParseError('The XML is empty.');
  return root;
}

/** One that begins none of XML's own entities, nor a character's number. */
const bareAmpersand = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/g;

function documentIn(text: string): string {
  const start = text.indexOf('<');
  const whole = start < 0 ? '' : text.slice(start, text.lastIndexOf('>') + 1);
  // oxlint-disable-next-line no-control-regex -- a parser ends at any of these, wherever a camera's buffer left them
  const readable = whole.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');
  // A stream's address as it is; in CDATA, an ampersand is one.
  return readable.includes('<![CDATA[') ? readable : readable.replaceAll(bareAmpersand, '&amp;');
}

/** Returns the children with this local name in a namespace with this prefix, or in one that is not declared. */
export function childrenOf(element: XmlElement | undefined, name: string, namespaceStart: string): readonly XmlElement[] {
  return (
    element?.children.filter(
      (child) => child.name === name && (child.namespace === anyNamespace || child.namespace.startsWith(namespaceStart)),
    ) ?? []
  );
}

/** Whether an element has this local name and this namespace, or one that is not declared. */
export function isNamed(element: XmlElement, name: string, namespace: string): boolean {
  return element.name === name && (element.namespace === anyNamespace || element.namespace === namespace);
}

/** Escapes a text for XML content and attributes. */
export function escapeXml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- XML 1.0 forbids exactly these, escaped or not
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  );
}

/** Serializes a parsed element, to send it back. */
export function writeXml({ namespace, name, attributes, children, text }: XmlElement): string {
  const words = [...attributes].map(([key, value]) => ` ${key}="${escapeXml(value)}"`).join('');
  return `<${name} xmlns="${escapeXml(namespace === anyNamespace ? schema : namespace)}"${words}>${escapeXml(text)}${children.map(writeXml).join('')}</${name}>`;
}
