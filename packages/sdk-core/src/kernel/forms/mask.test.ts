import { describe, expect, test } from 'vitest';
import { createMask } from './mask.ts';

const phone = createMask('+7 (###) ###-##-##');
const full = '+7 (999) 123-45-67';

/** Formats a text with `|` for the caret, and returns it in the same notation. */
function format(pattern: string, text: string): string {
  const caret = text.indexOf('|');
  const { value, caret: at } = createMask(pattern).format(text.replace('|', ''), caret < 0 ? undefined : caret);
  return caret < 0 ? value : `${value.slice(0, at)}|${value.slice(at)}`;
}

/** Applies a key to a masked field at `|`: Backspace, Delete, or typed text. */
function press(pattern: string, text: string, key: string): string {
  const at = text.indexOf('|');
  const previous = text.replace('|', '');
  const [start, end] = key === 'Backspace' ? [at - 1, at] : key === 'Delete' ? [at, at + 1] : [at, at];
  const typed = key === 'Backspace' || key === 'Delete' ? '' : key;
  const { value, caret } = createMask(pattern).format(previous.slice(0, start) + typed + previous.slice(end), start + typed.length, {
    previous,
    isForward: key === 'Delete',
  });
  return `${value.slice(0, caret)}|${value.slice(caret)}`;
}

describe('the language', () => {
  test.each([
    ['##', '1a2', '12'],
    ['##', '12', '12'],
    ['##', '١٢', ''],
    ['XXX', 'a-1б', 'a1б'],
    ['SS', '1aЖ', 'aЖ'],
    ['AAA', 'abж', 'ABЖ'],
    ['aaa', 'ABЖ', 'abж'],
    ['A', 'ß', 'ß'],
    ['AA', '𐐨b', '𐐀B'],
    ['S', 'и\u0306', 'й'],
    ['##.##', '1234', '12.34'],
    ['##.##', '12', '12'],
    ['##.##', '12.', '12.'],
    ['##%', '12', '12%'],
    ['(##)', '', ''],
    ['+7', '', ''],
    ['+7', '+', '+7'],
    ['###-##', '12-3', '123'],
    ['##?.##?', '1.2', '1.2'],
    ['##?.##?', '123', '12.3'],
    ['##?#?.##?#?.##?#?.##?#?', '192.168.10.1', '192.168.10.1'],
    ['##* AA', '1234bc', '1234 BC'],
    ['A* A*', 'anna karenina 1', 'ANNA KARENINA'],
    ['A|B|C-####', 'b12345', 'B-1234'],
    ['A|B|C-####', 'd1', ''],
    ['+|-?##', '12', '12'],
    ['+|-?##', '-12', '-12'],
    ['+?##', '+12', '+12'],
    ['+?##', '12', '12'],
    ['\\###', '12', '#12'],
    ['\\A\\?S', 'x', 'A?x'],
    ['##\\', '12', '12\\'],
    ['\\\\#', '5', '\\5'],
    ['xyS', 'Xq', 'xyq'],
    ['\\A|B#', 'a1', 'A1'],
    ['', 'abc', ''],
  ])('%s of "%s" is "%s"', (pattern, text, value) => {
    expect(format(pattern, text)).toBe(value);
  });

  test.each(['?#', '*', '|A', 'A|', 'A||B', '#??', '#*?', 'A|?'])('%s reports what is wrong with it', (pattern) => {
    expect(() => createMask(pattern)).toThrow(/The mask ".*" has a ".".* nothing .* To mean the character itself, write "\\.*"/);
  });

  test('is complete when no required input is missing', () => {
    expect(['+7 (999) 123-45-6', full].map(phone.isComplete)).toEqual([false, true]);
    expect(['', '1', '12'].map(createMask('##?%').isComplete)).toEqual([false, true, true]);
    expect(['1', '1234'].map(createMask('##*').isComplete)).toEqual([true, true]);
  });

  test('raw returns the user’s input, and fill formats it again', () => {
    expect(phone.raw(full)).toBe('9991234567');
    expect(phone.fill('7771234567')).toBe('+7 (777) 123-45-67');
    expect(phone.fill('')).toBe('');
    expect(createMask('A|B-##').raw('A-12')).toBe('A12');
  });
});

describe('the caret', () => {
  test.each([
    ['##.##', '12|34', '12|.34'],
    ['##.##', '123|4', '12.3|4'],
    ['##.##', '|1234', '|12.34'],
    ['##.##', '1x|2', '1|2'],
    ['##.##', '12.|34', '12.|34'],
    ['AA', '𐐨|b', '𐐀|B'],
  ])('%s: %s becomes %s', (pattern, text, expected) => expect(format(pattern, text)).toBe(expected));

  test('stays in place in a text that fits', () => {
    for (let caret = 0; caret <= full.length; caret += 1) expect(phone.format(full, caret)).toEqual({ value: full, caret });
  });

  test('moves past a deleted literal without the previous text, so that it never gets stuck', () => {
    expect(format('+7 (###) ###-##-##', '+7 (999)|123-45-67')).toBe('+7 (999)| 123-45-67');
    expect(format('+7 (###) ###-##-##', '+7 (999| 123-45-67')).toBe('+7 (999|) 123-45-67');
  });
});

describe('keys', () => {
  test.each([
    // Typing.
    ['+7 (999|', '1', '+7 (999) 1|'],
    ['|', '9', '+7 (9|'],
    ['+7 (99|1) 23', '5', '+7 (995|) 123'],
    ['+7 (999|) 123', '5', '+7 (999) 5|12-3'],
    ['|+7 (999) 123', '5', '+7 (5|99) 912-3'],
    ['+7| (999) 123', '5', '+7 (5|99) 912-3'],
    ['+7 (9|99) 123', 'x', '+7 (9|99) 123'],
    ['+7 (999) 123-45-67|', '8', '+7 (999) 123-45-67|'],
    // Deleting the user's input.
    ['+7 (999) 1|', 'Backspace', '+7 (999) |'],
    ['+7 (999) 1|23', 'Backspace', '+7 (999) |23'],
    ['+7 (9|99) 123', 'Delete', '+7 (9|91) 23'],
    // Deleting a literal.
    ['+7 (999) |123', 'Backspace', '+7 (99|1) 23'],
    ['+7 (999)| 123', 'Backspace', '+7 (99|1) 23'],
    ['+7 (999)|', 'Backspace', '+7 (99|'],
    ['+7 (999|) 123', 'Delete', '+7 (999|) 23'],
    ['+7| (999) 123', 'Backspace', '+|7 (999) 123'],
    ['|+7 (999) 123', 'Delete', '|+7 (991) 23'],
  ])('%s and %s: %s', (text, key, expected) => expect(press('+7 (###) ###-##-##', text, key)).toBe(expected));

  test('the literal at the end is not a trap', () => {
    expect(press('##%', '12%|', 'Backspace')).toBe('1|');
    expect(format('##%', '12|')).toBe('12|%');
  });

  test('pastes in the middle, over a selection, and over everything', () => {
    expect(press('+7 (###) ###-##-##', '+7 (99|9) 123', '(12) 34')).toBe('+7 (991) 234|-91-23');
    const selected = phone.format('+7 (900) 123-45-67', 7, { previous: '+7 (999) 123-45-67' });
    expect(selected).toEqual({ value: '+7 (900) 123-45-67', caret: 7 });
    expect(phone.format('+7 912 000 11 22', 16, { previous: full })).toEqual({ value: '+7 (912) 000-11-22', caret: 18 });
  });

  test('a wrong description of the edit does no harm', () => {
    expect(phone.format('999', 3, { previous: 'something else' })).toEqual({ value: '+7 (999', caret: 7 });
    expect(phone.format(full, 4, { previous: '+7 (1' })).toEqual({ value: full, caret: 4 });
    // A value that was never masked, and no edit at all.
    expect(createMask('##-##').format('124', 2, { previous: '1234' })).toEqual({ value: '12-4', caret: 2 });
    expect(phone.format(full, 5, { previous: full })).toEqual({ value: full, caret: 5 });
  });
});
