import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ReactNode } from 'react';
import { installStandIns } from './stand-ins.ts';

/** Props set by the suite; everything else is the case's own. */
export interface FieldSuiteProps {
  readonly label: string;
  readonly hint?: string;
  readonly description?: string;
  readonly error?: string | null;
  readonly disabled?: boolean;
  readonly onBlur?: () => void;
}

export interface FieldCase {
  readonly render: (props: FieldSuiteProps) => ReactNode;
}

/** Tests every rule of a labelled control: ids, descriptions, announcements. */
export function describeField(name: string, { render: field }: FieldCase): void {
  const control = (): HTMLElement => screen.getByLabelText('Name of the test');
  const show = (props: Partial<FieldSuiteProps> = {}): ReturnType<typeof render> => {
    installStandIns();
    return render(field({ label: 'Name of the test', ...props }));
  };
  const described = (): string =>
    (control().getAttribute('aria-describedby') ?? '')
      .split(' ')
      .filter(Boolean)
      .map((id) => document.getElementById(id)?.textContent ?? `no element ${id}`)
      .join(' ');

  describe(`field: ${name}`, () => {
    afterEach(() => cleanup());

    test('is named by its label, and two of a kind have ids of their own', () => {
      installStandIns();
      render(
        <>
          {field({ label: 'Name of the test' })}
          {field({ label: 'Another name' })}
        </>,
      );
      expect(control().id).not.toBe('');
      expect(screen.getByLabelText('Another name').id).not.toBe(control().id);
      expect(new Set([...document.querySelectorAll('[id]')].map(({ id }) => id)).size).toBe(document.querySelectorAll('[id]').length);
    });

    test('without help nothing describes it', () => {
      show();
      expect(control().getAttribute('aria-describedby')).toBeNull();
      expect(control().getAttribute('aria-invalid')).toBeNull();
    });

    test('a description describes it until there is an error', () => {
      const { rerender } = show({ description: 'a description' });
      expect(described()).toContain('a description');
      rerender(field({ label: 'Name of the test', description: 'a description', error: 'an error' }));
      expect(described()).toContain('an error');
      expect(described()).not.toContain('a description');
    });

    test('an error is tied to it and makes it invalid', () => {
      show({ error: 'an error' });
      expect(control().getAttribute('aria-invalid')).toBe('true');
      expect(described()).toContain('an error');
    });

    test('a hint takes precedence over an error: the hint is visible, both are announced', () => {
      show({ hint: 'a hint', error: 'an error' });
      expect(control().getAttribute('aria-invalid')).toBe('true');
      expect(described()).toContain('a hint');
      expect(described()).toContain('an error');
      expect(screen.getByText('a hint').closest('.wp-hidden')).toBeNull();
      expect(screen.getByText('an error').closest('.wp-hidden')).not.toBeNull();
    });

    test('an error is announced once: drawing it again changes nothing, another text does', () => {
      const { rerender } = show({ error: 'an error' });
      const alert = screen.getByRole('alert');
      const changes = vi.fn<() => void>();
      const observer = new MutationObserver(changes);
      observer.observe(alert, { childList: true, characterData: true, subtree: true });
      rerender(field({ label: 'Name of the test', error: 'an error' }));
      expect(screen.getAllByRole('alert')).toEqual([alert]);
      expect(observer.takeRecords()).toEqual([]);
      rerender(field({ label: 'Name of the test', error: 'another error' }));
      expect(screen.getByRole('alert').textContent).toBe('another error');
      expect(observer.takeRecords()).toHaveLength(1);
      observer.disconnect();
    });

    test('reports blur', async () => {
      const onBlur = vi.fn<() => void>();
      show({ onBlur });
      control().focus();
      await act(async () => fireEvent.blur(control()));
      expect(onBlur).toHaveBeenCalledTimes(1);
    });

    test('disabled is disabled', () => {
      show({ disabled: true });
      expect(control().matches(':disabled')).toBe(true);
    });
  });
}
