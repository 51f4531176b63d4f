import { effect, signal } from '@preact/signals-core';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { createFakeClock } from '../../testing/index.ts';
import { createForm } from './form.ts';
import type { FormOptions, FormRule } from './form-types.ts';
import { email, max, min, required } from './validation.ts';

type Name = 'email' | 'message';

function setUp(options: Partial<FormOptions<Name>> = {}) {
  const clock = createFakeClock();
  const form = createForm<Name>({
    values: { email: '', message: '' },
    rules: { email: [required, email], message: [required, max(5)] },
    locale: 'en',
    clock,
    ...options,
  });
  return { clock, form, email: form.field('email'), message: form.field('message') };
}

describe('a field', () => {
  test('is validated on blur and on change, never while the user types', () => {
    const { email: field } = setUp();
    field.input('anna');
    expect(field.state.value).toEqual({ value: 'anna', error: null, hint: null, isInvalid: false });
    field.blur();
    expect(field.state.value).toEqual({ value: 'anna', error: 'Enter a correct email.', hint: null, isInvalid: true });
    field.input('anna@');
    expect(field.state.value.error).toBeNull();
    field.change('anna@example');
    expect(field.state.value.error).toBe('Enter a correct email.');
    field.change('anna@example.com');
    expect(field.state.value.error).toBeNull();
  });

  test('that is left empty is validated too, and the first failing rule determines the error', () => {
    const { email: field } = setUp();
    field.blur();
    expect(field.state.value.error).toBe('Field is required.');
  });

  test('shows a hint instead of an error, and stays invalid', () => {
    const { email: field } = setUp();
    field.change('x');
    field.setHint('We never pass it on');
    expect(field.state.value).toEqual({ value: 'x', error: null, hint: 'We never pass it on', isInvalid: true });
    field.setHint(null);
    expect(field.state.value.error).toBe('Enter a correct email.');
  });

  test('notifies its observers of its own changes only', () => {
    const { email: field, message } = setUp();
    let renders = 0;
    effect(() => void (renders += Number(field.state.value !== null)));
    message.input('a');
    message.blur();
    expect(renders).toBe(1);
    field.input('a');
    field.input('a');
    expect(renders).toBe(2);
  });

  test('uses the current language, and a rule’s own text', () => {
    const locale = signal<'en' | 'ru'>('en');
    const own: FormRule<Name> = (value) => (value === 'no' ? { rule: 'fallback', text: 'Not this one' } : null);
    const { email: field, message } = setUp({ locale: () => locale.value, rules: { email: [min(3)], message: [own] } });
    field.change('x');
    message.change('no');
    expect(field.state.value.error).toBe('Minimum number of characters: 3.');
    locale.value = 'ru';
    expect(field.state.value.error).toBe('Минимальное количество символов: 3.');
    expect(message.state.value.error).toBe('Not this one');
  });

  test('with an unknown name throws an error that says what to do', () => {
    const { form } = setUp();
    const other: string = 'phone';
    expect(() => createForm({ values: { [other]: '' }, locale: 'en' }).field('email')).toThrow('The form has no field "email"');
    expect(form.field('email')).toBe(form.field('email'));
  });
});

test('names are type-checked, and a rule for one value is a rule of a form', () => {
  const form = createForm({ values: { email: '', message: '' }, rules: { email: [required] }, locale: 'en' });
  expectTypeOf(form.field).parameter(0).toEqualTypeOf<Name>();
  expectTypeOf(form.values.value).toEqualTypeOf<Readonly<Record<Name, string>>>();
  expectTypeOf(form.check).returns.toEqualTypeOf<Name | null>();
  expectTypeOf(required).toExtend<FormRule<Name>>();
  expectTypeOf(form.submit<number>).returns.resolves.toExtend<
    { kind: 'sent'; answer: number } | { kind: 'busy' } | { kind: 'invalid' | 'refused'; first: Name | null }
  >();
});

describe('the whole form', () => {
  test('knows whether it is changed and whether it is valid, shown or not', () => {
    const { form, email: field, message } = setUp();
    expect([form.isChanged.value, form.isValid.value]).toEqual([false, false]);
    field.input('anna@example.com');
    message.input('Help');
    expect([form.isChanged.value, form.isValid.value]).toEqual([true, true]);
    expect(form.values.value).toEqual({ email: 'anna@example.com', message: 'Help' });
    message.input('');
    field.input('');
    expect([form.isChanged.value, form.isValid.value]).toEqual([false, false]);
    expect(field.state.value.error).toBeNull();
  });

  test('validates every field and returns the first invalid one in the order of the values', () => {
    const { form, email: field, message } = setUp({ rules: { message: [required], email: [required] } });
    expect(form.check()).toBe('email');
    expect([field, message].map(({ state }) => state.value.error)).toEqual(['Field is required.', 'Field is required.']);
    field.input('a');
    expect(form.check()).toBe('message');
    message.input('b');
    expect(form.check()).toBeNull();
  });

  test('resets to its initial values or to new ones', () => {
    const { form, email: field, message } = setUp();
    field.change('x');
    form.reset();
    expect(field.state.value).toEqual({ value: '', error: null, hint: null, isInvalid: false });
    message.input('never stored');
    form.reset({ email: 'anna@example.com' });
    expect(form.values.value).toEqual({ email: 'anna@example.com', message: '' });
    expect(form.isChanged.value).toBe(false);
    field.input('');
    expect(form.isChanged.value).toBe(true);
  });

  test('a rule may read other fields, and runs again when one of them is completed', () => {
    const late: FormRule<'from' | 'to'> = (value, values) => (value < values.from ? { rule: 'fallback' } : null);
    const form = createForm({ values: { from: '', to: '' }, rules: { to: [late] }, locale: 'en' });
    const to = form.field('to');
    to.change('05');
    form.field('from').change('07');
    expect(to.state.value.isInvalid).toBe(true);
    form.field('from').input('01');
    expect(to.state.value.isInvalid).toBe(true);
    form.field('from').blur();
    expect(to.state.value.isInvalid).toBe(false);
  });
});

describe('submit', () => {
  const filled = { values: { email: 'anna@example.com', message: 'Help' } };

  test('sends nothing while a rule fails, and returns the field to focus', async () => {
    const { form, message } = setUp({ values: { email: 'anna@example.com', message: 'Too long' } });
    let sent = 0;
    expect(await form.submit(async () => (sent += 1))).toEqual({ kind: 'invalid', first: 'message' });
    expect(sent).toBe(0);
    expect(message.state.value.error).toBe('Maximum number of characters: 5.');
  });

  test('sends the values once, and is busy meanwhile', async () => {
    const { form } = setUp(filled);
    let finish = (): void => {};
    const submit = form.submit(async (values) => {
      await new Promise<void>((resolve) => (finish = resolve));
      return values.email;
    });
    expect(form.isSubmitting.value).toBe(true);
    expect(await form.submit(async () => 'twice')).toEqual({ kind: 'busy' });
    finish();
    expect(await submit).toEqual({ kind: 'sent', answer: 'anna@example.com' });
    expect(form.isSubmitting.value).toBe(false);
  });

  test('rethrows other errors', async () => {
    const { form } = setUp(filled);
    const failure = new Error('network');
    await expect(form.submit(() => Promise.reject(failure), { refusal: () => null })).rejects.toBe(failure);
    expect(form.isSubmitting.value).toBe(false);
  });

  test('shows the server’s error of a field until it is edited, and may be retried without an edit', async () => {
    const { form, email: field } = setUp(filled);
    const refuse = () =>
      form.submit(() => Promise.reject(new Error('409')), { refusal: () => ({ email: 'This email is already in use' }) });
    expect(await refuse()).toEqual({ kind: 'refused', first: 'email' });
    field.blur();
    field.change('anna@example.com');
    expect(field.state.value.error).toBe('This email is already in use');
    expect(await form.submit(async () => 'now it works')).toEqual({ kind: 'sent', answer: 'now it works' });
    await refuse();
    field.input('anna@example.co');
    expect(field.state.value.error).toBeNull();
  });

  test('shows no error for a value that was edited while it was being sent', async () => {
    const { form, email: field } = setUp(filled);
    const result = form.submit(
      async () => {
        throw new Error('409');
      },
      { refusal: () => ({ email: 'This email is already in use' }) },
    );
    field.input('boris@example.com');
    expect(await result).toEqual({ kind: 'refused', first: null });
    expect(field.state.value.error).toBeNull();
  });

  test('server errors can be shown from outside, and the first field is returned', () => {
    const { form, message } = setUp(filled);
    expect(form.showErrors({ message: 'b', email: 'a' })).toBe('email');
    expect(form.showErrors({})).toBeNull();
    expect(message.state.value.error).toBe('b');
  });
});

describe('replaced rules', () => {
  test('apply after 5 ms of quiet; validated fields are validated again, others stay untouched', async () => {
    const { form, clock, email: field, message } = setUp();
    field.change('anna@example.com');
    form.setRules({ email: [max(3)], message: [required] });
    await clock.advance(4);
    form.setRules({ email: [max(4)], message: [required] });
    await clock.advance(4);
    expect(field.state.value.error).toBeNull();
    await clock.advance(1);
    expect(field.state.value.error).toBe('Maximum number of characters: 4.');
    expect(message.state.value.error).toBeNull();
    form.setRules({});
    await clock.advance(5);
    expect(field.state.value.error).toBeNull();
    expect(form.isValid.value).toBe(true);
  });

  test('that are equal notify no observers, so they may be created on every render', async () => {
    const { form, clock, email: field, message } = setUp();
    field.change('x');
    message.change('fine');
    let renders = 0;
    effect(() => {
      const parts = [field.state.value, message.state.value, form.isValid.value];
      renders += Math.sign(parts.length);
    });
    for (const bound of [5, 5]) {
      form.setRules({ email: [required, email], message: [required, max(bound)] });
      await clock.advance(5);
    }
    expect(renders).toBe(1);
  });

  test('apply before a validation, whatever the time', () => {
    const { form, clock } = setUp({ values: { email: 'anna@example.com', message: 'Help' } });
    form.setRules({ message: [max(2)] });
    expect(form.check()).toBe('message');
    form.setRules({});
    form.dispose();
    expect(form.check()).toBe('message');
    expect(clock.pending).toBe(0);
  });
});
