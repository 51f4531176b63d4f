// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { email, max, required } from '@watchpost/sdk-core';
import { startTranslations } from '../i18n/i18n.ts';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
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
  test('what is typed as soon as a field is there stays', async () => {
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    onTestFinished(() => act(() => root.unmount()));
    // Renders as a page does: without act(), which would run all effects before anyone can type.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    const typed = new Promise<void>((resolve) => {
      new MutationObserver((_, observer) => {
        observer.disconnect();
        fireEvent.input(input('Name'), { target: { value: 'k' } });
        resolve();
      }).observe(place, { childList: true });
    });
    root.render(<Example />);
    await typed;
    expect(input('Name').value).toBe('k');
    vi.unstubAllGlobals();
  });

  test('shows errors on blur, not while typing, and hides them at the next keystroke', async () => {
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

  test('a failed check shows all errors and focuses the first field', async () => {
    render(<Example />);
    await write('E-mail', 'x');
    input('E-mail').focus();
    await act(async () => expect(form.check()).toBe(false));
    expect(errors()).toEqual(['Field is required.', 'Enter a correct email.']);
    expect(document.activeElement).toBe(input('Name'));
  });

  test('a server error appears at its field until that is edited', async () => {
    render(<Example />);
    await act(async () => form.showErrors({ email: 'This email is already in use' }));
    expect(errors()).toEqual(['This email is already in use']);
    expect(document.activeElement).toBe(input('E-mail'));
    await write('E-mail', 'b@example.com');
    expect(errors()).toEqual([]);
  });

  test('uses the newest rules; inline rules cause no extra render', async () => {
    const { rerender } = render(<Example />);
    await write('Name', '123456');
    rendered.mockClear();
    rerender(<Example longest={6} />);
    expect(rendered.mock.calls.length).toBeLessThanOrEqual(2);
    await act(async () => expect(form.check()).toBe(true));
  });

  test('resets to the initial values', async () => {
    render(<Example />);
    await write('Name', 'Yard');
    await act(async () => form.reset());
    expect(input('Name').value).toBe('');
    expect(form.isChanged).toBe(false);
  });

  test('validates a choice immediately', async () => {
    render(<Example />);
    await act(async () => form.choice('email').onValue('nobody'));
    expect(errors()).toEqual(['Enter a correct email.']);
  });
});
