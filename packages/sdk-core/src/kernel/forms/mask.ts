import { fit } from './mask-fit.ts';
import type { Fit, FittedUnit, MaskUnit } from './mask-fit.ts';
import { parsePattern } from './mask-pattern.ts';

/** Every character is tried in every slot of a mask: bounded, so that a huge pasted text doesn't freeze the page. */
const maxPlaces = 256;
/** UTF-16 units; everything after it is dropped, like characters that don't fit. */
const maxTextLength = 4096;

/** A formatted text and the caret in it. */
export interface MaskedText {
  readonly value: string;
  /** New caret position, an offset into `value` in UTF-16 units like `selectionStart`. */
  readonly caret: number;
}

/** What is known of an edit besides its result. */
export interface MaskEdit {
  /** The masked text before the edit. */
  readonly previous: string;
  /** Whether the Delete key was used rather than Backspace (`inputType` `deleteContentForward`). */
  readonly isForward?: boolean | undefined;
}

/** Formats the text of an input while the user types. */
export interface Mask {
  /**
   * Formats a text with the mask, and drops what doesn't fit.
   * With the text before the edit, literals are distinguished from the user's input: deleting a literal deletes the character before it
   * (after it, for Delete), and the digits of a prefix never become part of the number. Without it, the caret moves past a deleted literal.
   * @param text the field's text
   * @param caret the caret's offset in it; the end by default
   * @example createMask('##.##').format('1234') // { value: '12.34', caret: 5 }
   */
  format(text: string, caret?: number, edit?: MaskEdit): MaskedText;
  /** Returns the user's input without the literals. @example createMask('+7 (###) ###-##-##').raw('+7 (999) 12') // '99912' */
  raw(value: string): string;
  /** Formats raw input, whose digits are never interpreted as literals. @example createMask('+7 ###').fill('712') // '+7 712' */
  fill(raw: string): string;
  /** Whether the input is complete. @example createMask('##?').isComplete('1') // true */
  isComplete(value: string): boolean;
}

/**
 * Creates an input mask (specification 1, section 5).
 *
 * | in the pattern | means |
 * |---|---|
 * | `#` | a digit, 0 to 9 |
 * | `S` | a letter of any script |
 * | `X` | a digit or a letter |
 * | `A`, `a` | a letter, converted to upper or lower case |
 * | `?` | the item before it is optional |
 * | `*` | the item before it is optional or repeats |
 * | `|` | one of its neighbors, each a literal character: `A|B|C` is A, B or C, in either case |
 * | `\` | the next character itself |
 * | anything else | a literal, inserted when the next character arrives, and at the end of a text that fills the mask |
 *
 * Every slot accepts as much as it can: put an optional token after the required one (`##?`, not `#?#`),
 * and follow it with a literal that it doesn't accept. An empty text stays empty. In a mask with `?` or `*`, the literals determine a
 * character's slot, so store the value itself there rather than `raw`.
 * @throws {TypeError} when `?`, `*` or `|` has no operand, or for more than 256 slots
 * @example
 * const mask = createMask('+7 (###) ###-##-##');
 * mask.format('9991234567').value // '+7 (999) 123-45-67'
 */
export function createMask(pattern: string): Mask {
  const slots = parsePattern(pattern);
  if (slots.length > maxPlaces)
    throw new TypeError(`A mask has at most ${maxPlaces} places, and this one has ${slots.length}. Use "*" for what repeats.`);
  const fitTyped = (text: string): Fit => fit(slots, unitsOf(text, 'typed'));

  return {
    format(text, caret = text.length, edit) {
      const whole = normalize(text);
      const at = toBoundary(whole, normalize(text.slice(0, caret)).length);
      const [before, after] = [whole.slice(0, at), whole.slice(at)];
      const isKnown = edit !== undefined && edit.previous.length <= maxTextLength + maxPlaces;
      const parts = (isKnown && withRoles(fitTyped(edit.previous), before, after, edit)) || {
        before: unitsOf(before, 'typed'),
        after: unitsOf(after, 'typed'),
      };
      const { value, ends } = fit(slots, [...parts.before, ...parts.after]);
      return { value, caret: ends.slice(0, parts.before.length).findLast((end) => end !== null) ?? 0 };
    },
    raw: (value) =>
      fitTyped(normalize(value))
        .units.map(({ char, role }) => (role === 'own' ? char : ''))
        .join(''),
    fill: (raw) => fit(slots, unitsOf(normalize(raw), 'own')).value,
    isComplete: (value) => fitTyped(normalize(value)).isComplete,
  };
}

interface Parts {
  readonly before: readonly MaskUnit[];
  readonly after: readonly MaskUnit[];
}

/** Finds which characters were there before, and as what; null if the text is not an edit of `previous` at the caret. */
function withRoles({ value, units }: Fit, before: string, after: string, { previous, isForward }: MaskEdit): Parts | null {
  if (value !== previous || !previous.endsWith(after)) return null;
  const tailStart = previous.length - after.length;
  const kept = commonLength(before, previous.slice(0, tailStart));
  const head = units.filter(({ end }) => end <= kept);
  const tail = units.filter(({ end, char }) => end - char.length >= tailStart);
  const removed = units.slice(head.length, units.length - tail.length);
  const inserted = before.slice(head.at(-1)?.end ?? 0);
  const isLiteralDeleted = inserted === '' && removed.length > 0 && removed.every(({ role }) => role === 'literal');
  if (!isLiteralDeleted) return { before: [...head, ...unitsOf(inserted, 'typed')], after: tail };
  return isForward
    ? { before: head, after: without(tail, tail.findIndex(isOwn)) }
    : { before: without(head, head.findLastIndex(isOwn)), after: tail };
}

/** Composes a letter that was pasted as base and accent. */
function normalize(text: string): string {
  return text.slice(0, maxTextLength).normalize('NFC');
}

/** Moves an offset out of a surrogate pair. */
function toBoundary(text: string, offset: number): number {
  return offset > 0 && (text.codePointAt(offset - 1) ?? 0) > 0xff_ff ? offset - 1 : offset;
}

function unitsOf(text: string, role: MaskUnit['role']): MaskUnit[] {
  return [...text].map((char) => ({ char, role }));
}

function isOwn({ role }: FittedUnit): boolean {
  return role === 'own';
}

function without(units: readonly MaskUnit[], index: number): MaskUnit[] {
  return units.filter((_, other) => other !== index);
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}
