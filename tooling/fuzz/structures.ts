import { maxInputBytes, mutateBytes } from './mutate-bytes.ts';
import type { Random } from './random.ts';

interface MutationContext {
  readonly random: Random;
  /** Another input, of which parts may be taken. */
  readonly other: Uint8Array;
  readonly tokens: readonly Uint8Array[];
}

/** How the inputs of a parser are built: changes them so that they stay meaningful around the change. */
export type Structure = (bytes: Uint8Array, context: MutationContext) => Uint8Array;

/** A structure of parts, one behind the other. */
interface Parts {
  split(bytes: Uint8Array): Uint8Array[];
  join(parts: readonly Uint8Array[]): Uint8Array;
}

function ofParts({ split, join }: Parts): Structure {
  return (bytes, { random, other, tokens }) => {
    const parts = split(bytes);
    for (let left = 1 + random.below(3); left > 0; left -= 1) {
      const at = random.below(parts.length + 1);
      const part = parts[at] ?? new Uint8Array();
      const change = random.below(8);
      if (change === 0) parts.splice(at, 1);
      else if (change === 1) parts.splice(at, 0, ...Array.from({ length: 1 + random.below(40) }, () => part));
      else if (change === 2) parts.splice(random.below(parts.length + 1), 0, ...parts.splice(at, 1 + random.below(4)));
      else if (change === 3) {
        const foreign = split(other);
        if (foreign.length > 0) parts.splice(at, random.below(2), random.pick(foreign));
      } else parts.splice(at, 1, mutateBytes(part, random, tokens));
    }
    const joined = join(parts);
    return joined.length <= maxInputBytes ? joined : joined.subarray(0, maxInputBytes);
  };
}

/** Packets, messages, NAL units: each one behind its length of 16 bits. */
export const records: Parts = {
  split: (bytes) => {
    const parts: Uint8Array[] = [];
    for (let at = 0; at + 2 <= bytes.length;) {
      const end = at + 2 + (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0));
      parts.push(bytes.subarray(at + 2, end));
      at = end;
    }
    return parts;
  },
  join: (parts) =>
    Buffer.concat(
      parts.flatMap((part) => {
        const data = part.subarray(0, 0xffff);
        return [Uint8Array.of(data.length >> 8, data.length & 255), data];
      }),
    ),
};
export const recordStructure: Structure = ofParts(records);

/** Text whose parts end where an expression says. @param ends global */
export function textStructure(ends: RegExp): Structure {
  return ofParts({
    split: (bytes) =>
      Buffer.from(bytes)
        .toString('latin1')
        .split(ends)
        .map((part) => Buffer.from(part, 'latin1')),
    join: (parts) => Buffer.concat(parts),
  });
}

interface Box {
  type: Uint8Array;
  /** What precedes the children; all of the content of a leaf. */
  head: Uint8Array;
  children: Box[];
}

/** Bytes before the children of a box that has any. */
const containers: Readonly<Record<string, number>> = {
  moov: 0,
  trak: 0,
  mdia: 0,
  minf: 0,
  dinf: 0,
  stbl: 0,
  edts: 0,
  mvex: 0,
  moof: 0,
  traf: 0,
  stsd: 8,
  avc1: 78,
  hvc1: 78,
  mp4a: 28,
  Opus: 28,
};

function readBoxes(bytes: Uint8Array): Box[] {
  const boxes: Box[] = [];
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = view.readUInt32BE(at);
    const end = size < 8 ? bytes.length : Math.min(bytes.length, at + size);
    const type = bytes.subarray(at + 4, at + 8);
    const headBytes = containers[Buffer.from(type).toString('latin1')];
    const content = bytes.subarray(at + 8, end);
    boxes.push(
      headBytes === undefined
        ? { type, head: content, children: [] }
        : { type, head: content.subarray(0, headBytes), children: readBoxes(content.subarray(headBytes)) },
    );
    at = end;
  }
  return boxes;
}

function writeBoxes(boxes: readonly Box[]): Buffer {
  return Buffer.concat(
    boxes.flatMap(({ type, head, children }) => {
      const inner = writeBoxes(children);
      const size = Buffer.alloc(4);
      size.writeUInt32BE(8 + head.length + inner.length);
      return [size, type, head, inner];
    }),
  );
}

/** Boxes of MP4: the sizes around a change stay true. */
export const boxStructure: Structure = (bytes, { random, other, tokens }) => {
  const boxes = readBoxes(bytes);
  const lists = (list: Box[]): Box[][] => [list, ...list.flatMap(({ children }) => (children.length > 0 ? lists(children) : []))];
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const list = random.pick(lists(boxes));
    const at = random.below(Math.max(1, list.length));
    const box = list[at];
    if (!box) break;
    const change = random.below(9);
    if (change === 0) list.splice(at, 1);
    else if (change === 1) list.splice(at, 0, ...Array.from({ length: 1 + random.below(30) }, () => structuredClone(box)));
    else if (change === 2) list.splice(at, 1, { type: box.type, head: new Uint8Array(), children: [box] });
    else if (change === 3) {
      const foreign = random.pick(lists(readBoxes(other)));
      if (foreign.length > 0) list.splice(at, random.below(2), random.pick(foreign));
    } else if (change === 4) list.splice(random.below(list.length), 0, ...list.splice(at, 1));
    else box.head = mutateBytes(box.head, random, tokens);
  }
  const written = writeBoxes(boxes);
  return written.length <= maxInputBytes ? written : bytes;
};

/** Elements with what is in them, from their first character to behind their last. */
function elementsOf(text: string): (readonly [from: number, to: number])[] {
  const spans: (readonly [number, number])[] = [];
  const open: number[] = [];
  for (const { 0: tag, index } of text.matchAll(/<[^<>]{0,2000}>/g)) {
    if (tag.startsWith('<?') || tag.startsWith('<!')) continue;
    const start = tag.startsWith('</') ? open.pop() : index;
    if (!tag.startsWith('</') && !tag.endsWith('/>')) open.push(index);
    else if (start !== undefined) spans.push([start, index + tag.length]);
  }
  return spans;
}

/** XML: elements come, go and repeat as wholes; texts and values of attributes change. */
export const xmlStructure: Structure = (bytes, { random, other, tokens }) => {
  let text = Buffer.from(bytes).toString('latin1');
  for (let left = 1 + random.below(4); left > 0; left -= 1) {
    const spans = elementsOf(text);
    const values = [...text.matchAll(/(?<=["'>])[^<>"']{1,300}(?=["'<])/g)];
    if (spans.length === 0 || values.length === 0) break;
    const [from, to] = random.pick(spans);
    const change = random.below(6);
    if (change === 0) text = text.slice(0, from) + text.slice(to);
    else if (change === 1) text = text.slice(0, to) + text.slice(from, to).repeat(1 + random.below(30)) + text.slice(to);
    else if (change === 2) {
      const source = Buffer.from(other).toString('latin1');
      const foreign = elementsOf(source);
      if (foreign.length > 0) text = text.slice(0, from) + source.slice(...random.pick(foreign)) + text.slice(to);
    } else {
      const { 0: value, index } = random.pick(values);
      const changed = Buffer.from(mutateBytes(Buffer.from(value, 'latin1'), random, tokens)).toString('latin1');
      text = text.slice(0, index) + changed.replaceAll(/[<>&"\0]/g, random.below(20) === 0 ? '&' : 'x') + text.slice(index + value.length);
    }
    // Longer documents only take longer.
    if (text.length > 6000) return bytes;
  }
  return Buffer.from(text, 'latin1');
};
