// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMask } from '@watchpost/sdk-core';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PrimitivesProvider } from '../settings.tsx';
import { describeField } from '../testing/field-conformance.tsx';
import { installStandIns } from '../testing/stand-ins.ts';
import { CodeField, codeDigits } from './code-field.tsx';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';
import { Select } from './select.tsx';

const nothing = (): void => {};
describeField('Field', { render: (props) => <Field {...props} value="" onValue={nothing} /> });
describeField('Field of rows', { render: (props) => <Field {...props} value="" onValue={nothing} rows={5} /> });
describeField('Field of a password', { render: (props) => <Field {...props} type="password" value="" onValue={nothing} /> });
describeField('Select', { render: (props) => <Select {...props} value="a" onValue={nothing} options={[{ value: 'a', label: 'A' }]} /> });

const onValue = vi.fn<(value: string) => void>();
function Held({ start = '', ...props }: Partial<FieldProps> & { start?: string }): ReactNode {
  const [value, setValue] = useState(start);
  return (
    <Field
      label="Name"
      {...props}
      value={value}
      onValue={(next) => {
        onValue(next);
        setValue(next);
      }}
    />
  );
}
const input = (): HTMLInputElement => screen.getByLabelText('Name');

beforeEach(() => {
  installStandIns();
  onValue.mockClear();
});
afterEach(() => cleanup());

describe('counter', () => {
  test('counts characters, not code units, and announces the count to screen readers', () => {
    render(<Held start="Двор 👨‍👩‍👧‍👦" maximum={40} />);
    expect(screen.getByText('6/40').getAttribute('aria-hidden')).toBe('true');
    expect(screen.getByText('6 characters of 40')).toBeTruthy();
  });
  test('works without a maximum', () => {
    render(
      <PrimitivesProvider locale="ru">
        <Held start="abc" counter />
      </PrimitivesProvider>,
    );
    expect(screen.getByText('3')).toBeTruthy();
    expect(screen.getByText('Символов: 3')).toBeTruthy();
  });
  test('keeps and marks a text that is too long', () => {
    render(<Held start="abcdef" maximum={5} />);
    expect(screen.getByText('6/5').closest('.wp-counter-over')).not.toBeNull();
    expect(input().value).toBe('abcdef');
  });
});

describe('debounce', () => {
  test('reports 300 ms after the last key; the field shows every character immediately', async () => {
    const clock = createFakeClock();
    render(
      <PrimitivesProvider clock={clock}>
        <Held debounce />
      </PrimitivesProvider>,
    );
    fireEvent.input(input(), { target: { value: 'a' } });
    await act(() => clock.advance(299));
    fireEvent.input(input(), { target: { value: 'ab' } });
    expect(input().value).toBe('ab');
    await act(() => clock.advance(299));
    expect(onValue).not.toHaveBeenCalled();
    await act(() => clock.advance(1));
    expect(onValue.mock.calls).toEqual([['ab']]);
    expect(input().value).toBe('ab');
  });
  test('reports immediately on blur and on Enter', async () => {
    const clock = createFakeClock();
    render(
      <PrimitivesProvider clock={clock}>
        <Held debounce={1000} />
      </PrimitivesProvider>,
    );
    fireEvent.input(input(), { target: { value: 'a' } });
    fireEvent.blur(input());
    fireEvent.input(input(), { target: { value: 'ab' } });
    fireEvent.keyDown(input(), { key: 'Enter' });
    expect(onValue.mock.calls).toEqual([['a'], ['ab']]);
    await act(() => clock.advance(5000));
    expect(onValue).toHaveBeenCalledTimes(2);
    expect(clock.pending).toBe(0);
  });
  test('a value from outside wins over a pending one', async () => {
    const clock = createFakeClock();
    const field = (value: string): ReactNode => (
      <PrimitivesProvider clock={clock}>
        <Field label="Name" value={value} onValue={onValue} debounce />
      </PrimitivesProvider>
    );
    const { rerender } = render(field('one'));
    fireEvent.input(input(), { target: { value: 'typed' } });
    rerender(field('two'));
    await act(() => clock.advance(5000));
    expect(input().value).toBe('two');
    expect(onValue).not.toHaveBeenCalled();
  });
});

describe('mask', () => {
  const mask = createMask('+7 (###) ###-##-##');
  /** As in a browser: the event comes after the text and the caret have changed. */
  const edit = (text: string, caret: number, inputType = 'insertText'): void => {
    input().focus();
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    set?.call(input(), text);
    input().setSelectionRange(caret, caret);
    fireEvent(input(), new InputEvent('input', { bubbles: true, inputType }));
  };

  test('typing in the middle keeps the caret after the typed character', () => {
    render(<Held mask={mask} start="+7 (999) 123-45-67" />);
    edit('+7 (9899) 123-45-67', 6);
    expect(input().value).toBe('+7 (989) 912-34-56');
    expect(input().selectionStart).toBe(6);
  });
  test('deleting a literal deletes the digit before it', () => {
    render(<Held mask={mask} start="+7 (999) 123-45-67" />);
    edit('+7 (999)123-45-67', 8, 'deleteContentBackward');
    expect(input().value).toBe('+7 (991) 234-56-7');
    expect(input().selectionStart).toBeLessThan(8);
  });
  test('deleting a literal forwards deletes the digit after it', () => {
    render(<Held mask={mask} start="+7 (999) 123-45-67" />);
    edit('+7 (999)123-45-67', 8, 'deleteContentForward');
    expect(input().value).toBe('+7 (999) 234-56-7');
  });
  test('formats pasted text', () => {
    render(<Held mask={mask} />);
    edit('8 999 123 45 67', 15, 'insertFromPaste');
    expect(onValue.mock.lastCall?.[0]).toMatch(/^\+7 \(/);
  });
  test('input that does not fit the mask changes and reports nothing', () => {
    render(<Held mask={mask} start="+7 (999) 123-45-67" />);
    edit('+7 (999) 123-45-67x', 19);
    expect(input().value).toBe('+7 (999) 123-45-67');
    expect(onValue).not.toHaveBeenCalled();
  });
  test('a character in composition is left alone until it is complete', () => {
    render(<Held mask={createMask('SSS')} />);
    input().focus();
    fireEvent(input(), Object.assign(new InputEvent('input', { bubbles: true, isComposing: true })));
    fireEvent.compositionEnd(input());
    expect(input().value).toBe('');
  });
});

describe('input details', () => {
  test('a character is reported once', () => {
    render(<Held />);
    fireEvent.input(input(), { target: { value: 'a' } });
    fireEvent.input(input(), { target: { value: 'ab' } });
    expect(onValue.mock.calls).toEqual([['a'], ['ab']]);
  });
  test('a password can be revealed, and the button names its action', () => {
    render(<Held type="password" start="secret" />);
    expect(input().type).toBe('password');
    fireEvent.click(screen.getByLabelText('Show the password'));
    expect(input().type).toBe('text');
    fireEvent.click(screen.getByLabelText('Hide the password'));
    expect(input().type).toBe('password');
  });
  test('a custom control at the end replaces that button', () => {
    render(<Held type="password" after={<i>own</i>} />);
    expect(screen.queryByLabelText('Show the password')).toBeNull();
  });
  test('accepts autofill that fires only a change event', () => {
    render(<Held />);
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    set?.call(input(), 'filled');
    fireEvent(input(), new Event('change', { bubbles: true }));
    expect(onValue.mock.calls).toEqual([['filled']]);
  });
  test('passes the element to a callback ref and to a ref object', () => {
    const ref = { current: null };
    const callback = vi.fn<(element: unknown) => void>();
    render(
      <>
        <Field label="one" value="" onValue={nothing} ref={ref} />
        <Field label="two" value="" onValue={nothing} rows={2} ref={callback} />
      </>,
    );
    expect(ref.current).toBe(screen.getByLabelText('one'));
    expect(callback).toHaveBeenCalledWith(screen.getByLabelText('two'));
  });
});

describe('code', () => {
  test.each([
    ['  408-1 72', '408172'],
    ['код: 408172', '408172'],
    ['４０８１７２', '408172'],
    ['4081729', '408172'],
    ['abc', ''],
  ])('%s is %s', (text, digits) => {
    expect(codeDigits(text)).toBe(digits);
  });
  test('pasting the whole code fills it and completes it once', () => {
    const onComplete = vi.fn<(code: string) => void>();
    function Example(): ReactNode {
      const [code, setCode] = useState('');
      return <CodeField value={code} onValue={setCode} onComplete={onComplete} />;
    }
    render(<Example />);
    const code = screen.getByLabelText<HTMLInputElement>('Code of 6 digits');
    fireEvent.input(code, { target: { value: 'Your code: 408172.' } });
    expect(code.value).toBe('408172');
    expect(onComplete.mock.calls).toEqual([['408172']]);
    expect(code.getAttribute('autocomplete')).toBe('one-time-code');
  });
});
