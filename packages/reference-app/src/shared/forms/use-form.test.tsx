// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { email, max, required } from '@watchpost/sdk-core';
import { startTranslations } from '../i18n/i18n.ts';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Field } from '../ui/field.tsx';
import { useForm } from './use-form.ts';
import type { Form } from './use-form.ts';

await startTranslations();
afterEach(() => cleanup());

let form: Form<'name' | 'email'>;
const rendered = vi.fn<() => void>();
function Example({ longest = 5 }: { longest?: number }): ReactNode {
  rendered();
  const current = useForm({ name: '', email: 'anna@example.com' }, { name: [required, max(longest)], email: [required, email] });
  useEffect(() => {
    form = current;
  });
  return (
    <>
      <Field label="Name" {...current.field('name')} />
      <Field label="E-mail" {...current.field('email')} />
    </>
  );
}
const input = (label: string): HTMLInputElement => screen.getByLabelText(label);
const write = (label: string, value: string): Promise<void> => act(async () => void fireEvent.input(input(label), { target: { value } }));
const leave = (label: string): Promise<void> => act(async () => void fireEvent.blur(input(label)));
const errors = (): (string | null)[] => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

describe('useForm', () => {
  test('speaks on leaving, not while typing, and is quiet at the next keystroke', async () => {
    render(<Example />);
    await write('E-mail', 'anna@');
    expect(errors()).toEqual([]);
    await leave('E-mail');
    expect(errors()).toEqual(['Enter a correct email.']);
    await write('E-mail', 'anna@e');
    expect(errors()).toEqual([]);
    expect(form.values).toEqual({ name: '', email: 'anna@e' });
    expect(form.isChanged).toBe(true);
    expect(form.isValid).toBe(false);
  });

  test('a check that fails shows everything and focuses the first', async () => {
    render(<Example />);
    await write('E-mail', 'x');
    input('E-mail').focus();
    await act(async () => expect(form.check()).toBe(false));
    expect(errors()).toEqual(['Field is required.', 'Enter a correct email.']);
    expect(document.activeElement).toBe(input('Name'));
  });

  test('what the server says goes to its field, until that is edited', async () => {
    render(<Example />);
    await act(async () => form.showErrors({ email: 'This email is already in use' }));
    expect(errors()).toEqual(['This email is already in use']);
    expect(document.activeElement).toBe(input('E-mail'));
    await write('E-mail', 'b@example.com');
    expect(errors()).toEqual([]);
  });

  test('the newest rules are asked, and rules written in place draw nothing again', async () => {
    const { rerender } = render(<Example />);
    await write('Name', '123456');
    rendered.mockClear();
    rerender(<Example longest={6} />);
    expect(rendered.mock.calls.length).toBeLessThanOrEqual(2);
    await act(async () => expect(form.check()).toBe(true));
  });

  test('goes back to the start', async () => {
    render(<Example />);
    await write('Name', 'Yard');
    await act(async () => form.reset());
    expect(input('Name').value).toBe('');
    expect(form.isChanged).toBe(false);
  });

  test('a choice is judged at once', async () => {
    render(<Example />);
    await act(async () => form.choice('email').onValue('nobody'));
    expect(errors()).toEqual(['Enter a correct email.']);
  });
});
