import { fit } from './mask-fit.ts';
import type { Fit, FittedUnit, MaskUnit } from './mask-fit.ts';
import { parsePattern } from './mask-pattern.ts';

export interface MaskedText {
  readonly value: string;
  /** Where the caret belongs, an offset into `value` in UTF-16 units like `selectionStart`. */
  readonly caret: number;
}

/** What is known of an edit besides its outcome. */
export interface MaskEdit {
  /** The masked text before the edit. */
  readonly previous: string;
  /** The Delete key rather than Backspace (`inputType` `deleteContentForward`). */
  readonly isForward?: boolean | undefined;
}

export interface Mask {
  /**
   * The text as the mask writes it. What does not fit is dropped.
   * With the text before the edit, literals are told from what the person wrote: deleting a literal deletes the character before it
   * (behind it, forwards), and the digits of a prefix never slip into the number. Without it the caret steps over a deleted literal.
   * @param text what stands in the field
   * @param caret where the caret stands in it; at the end by default
   * @example createMask('##.##').format('1234') // { value: '12.34', caret: 5 }
   */
  format(text: string, caret?: number, edit?: MaskEdit): MaskedText;
  /** What the person wrote, without the literals. @example createMask('+7 (###) ###-##-##').raw('+7 (999) 12') // '99912' */
  raw(value: string): string;
  /** The masked text of a raw one, whose digits are never taken for literals. @example createMask('+7 ###').fill('712') // '+7 712' */
  fill(raw: string): string;
  /** Whether nothing is missing. @example createMask('##?').isComplete('1') // true */
  isComplete(value: string): boolean;
}

/**
 * A mask of an input (specification 1, section 5).
 *
 * | in the pattern | means |
 * |---|---|
 * | `#` | a digit, 0 to 9 |
 * | `S` | a letter of any script |
 * | `X` | a digit or a letter |
 * | `A`, `a` | a letter, turned into a capital or a small one |
 * | `?` | what stands before it may be missing |
 * | `*` | what stands before it may be missing or repeat |
 * | `|` | either of its neighbours, each taken as the character itself: `A|B|C` is A, B or C, in either case |
 * | `\` | the next character itself |
 * | anything else | itself: a literal, written as soon as what follows it arrives, and at the end of a text that fills the mask |
 *
 * Every place takes what it can: an optional token stands after the one that must be there (`##?`, not `#?#`),
 * and a literal after it is one that it would not take. An empty text stays empty. In a mask with `?` or `*` literals say which place
 * a character is in, so keep the value itself there rather than `raw`.
 * @throws {TypeError} when `?`, `*` or `|` has nothing to act on
 * @example
 * const mask = createMask('+7 (###) ###-##-##');
 * mask.format('9991234567').value // '+7 (999) 123-45-67'
 */
export function createMask(pattern: string): Mask {
  const slots = parsePattern(pattern);
  const fitTyped = (text: string): Fit => fit(slots, unitsOf(text, 'typed'));

  return {
    format(text, caret = text.length, edit) {
      // A letter pasted as base and accent is one letter.
      const whole = text.normalize('NFC');
      const at = toBoundary(whole, text.slice(0, caret).normalize('NFC').length);
      const [before, after] = [whole.slice(0, at), whole.slice(at)];
      const parts = (edit && withRoles(fitTyped(edit.previous), before, after, edit)) ?? { before: unitsOf(before, 'typed'), after: unitsOf(after, 'typed') };
      const { value, ends } = fit(slots, [...parts.before, ...parts.after]);
      return { value, caret: ends.slice(0, parts.before.length).findLast((end) => end !== null) ?? 0 };
    },
    raw: (value) => fitTyped(value.normalize('NFC')).units.map(({ char, role }) => (role === 'own' ? char : '')).join(''),
    fill: (raw) => fit(slots, unitsOf(raw.normalize('NFC'), 'own')).value,
    isComplete: (value) => fitTyped(value.normalize('NFC')).isComplete,
  };
}

interface Parts {
  readonly before: readonly MaskUnit[];
  readonly after: readonly MaskUnit[];
}

/** Tells what of a text was there before, and as what; null when it is no edit of `previous` at the caret. */
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
  return isForward ? { before: head, after: without(tail, tail.findIndex(isOwn)) } : { before: without(head, head.findLastIndex(isOwn)), after: tail };
}

/** Not between the two halves of a surrogate pair. */
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
