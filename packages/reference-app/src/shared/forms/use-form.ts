import { createForm, validate, systemClock } from '@watchpost/sdk-core';
import type { Form as FormModel, Rule } from '@watchpost/sdk-core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FieldProps } from '../ui/field.tsx';
import { currentLocale } from '../i18n/i18n.ts';
import { afterPress } from './after-press.ts';

/** Error text of each invalid field. */
type FormErrors<Name extends string> = Partial<Record<Name, string>>;

export interface Form<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  readonly errors: FormErrors<Name>;
  /** Whether anything differs from the initial values. */
  readonly isChanged: boolean;
  /** Whether all rules pass now, whether errors are shown or not. */
  readonly isValid: boolean;
  /** Sets a value without validation. */
  set(name: Name, value: string): void;
  /** Shows errors from the server, and focuses the first of the fields. */
  showErrors(errors: FormErrors<Name>): void;
  /** Returns true when all fields are valid; otherwise shows the errors and focuses the first. */
  check(): boolean;
  /** Resets to the initial values, or to new ones. */
  reset(values?: Partial<Record<Name, string>>): void;
  /** Connects a `<Field>`. */
  field(name: Name): Pick<FieldProps, 'value' | 'onValue' | 'onBlur' | 'error' | 'hint' | 'ref'>;
  /** Connects a control without intermediate values: a `<Select>`, a `<RadioGroup>`. */
  choice(name: Name): { readonly value: string; readonly error: string | undefined; onValue(value: string): void };
}

interface Snapshot<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  readonly errors: FormErrors<Name>;
  readonly hints: Partial<Record<Name, string>>;
  readonly isChanged: boolean;
  readonly isValid: boolean;
}

/**
 * Wraps sdk-core's form for React: rules run on blur and on submit, not while typing (specification 1, section 5);
 * an error disappears at the next keystroke. Inline rules are allowed: the newest ones are used.
 * @example
 * const form = useForm({ email: '' }, { email: [required, email] });
 * <Field label={t('email')} {...form.field('email')} />
 */
export function useForm<Name extends string>(
  initial: Readonly<Record<Name, string>>,
  rules: Partial<Record<Name, readonly Rule[]>>,
): Form<Name> {
  const [{ names, model, follow }] = useState(() => createModel(initial, rules));
  useEffect(() => follow(rules));
  const state = useSnapshot(model, names);
  const inputs = useRef(new Map<Name, { focus(): void }>());
  const focus = (name: Name | null): void => {
    if (name !== null) inputs.current.get(name)?.focus();
  };
  return {
    ...state,
    set: (name, value) => model.field(name).input(value),
    showErrors: (errors) => focus(model.showErrors(errors)),
    check: () => {
      const first = model.check();
      focus(first);
      return first === null;
    },
    reset: (values) => model.reset(values),
    field: (name) => ({
      value: state.values[name],
      error: state.errors[name],
      hint: state.hints[name],
      ref: (input: { focus(): void } | null) => {
        if (input) inputs.current.set(name, input);
        else inputs.current.delete(name);
      },
      onValue: (value) => model.field(name).input(value),
      onBlur: () => afterPress(() => model.field(name).blur()),
    }),
    choice: (name) => ({ value: state.values[name], error: state.errors[name], onValue: (value) => model.field(name).change(value) }),
  };
}

interface FollowedModel<Name extends string> {
  readonly names: readonly Name[];
  readonly model: FormModel<Name>;
  /** Replaces the rules. */
  follow(rules: Partial<Record<Name, readonly Rule[]>>): void;
}

/** Creates a form with one rule per field that calls the newest rules, because inline rules change on every render. */
function createModel<Name extends string>(
  initial: Readonly<Record<Name, string>>,
  first: Partial<Record<Name, readonly Rule[]>>,
): FollowedModel<Name> {
  let newest = first;
  const names: Name[] = [];
  const rules: Partial<Record<Name, readonly Rule[]>> = {};
  for (const name in initial) {
    names.push(name);
    rules[name] = [(value) => validate(value, newest[name] ?? [])];
  }
  return {
    names,
    model: createForm<Name>({ values: initial, rules, locale: currentLocale, clock: systemClock }),
    follow: (next) => {
      newest = next;
    },
  };
}

function useSnapshot<Name extends string>(model: FormModel<Name>, names: readonly Name[]): Snapshot<Name> {
  const [snapshot, setSnapshot] = useState(() => read(model, names));
  // Not a passive effect: those run later than the focus, and what is typed in between would be lost.
  useLayoutEffect(() => {
    const renew = (): void => setSnapshot(read(model, names));
    const stops = [model.values.subscribe(renew), ...names.map((name) => model.field(name).state.subscribe(renew))];
    return () => {
      for (const stop of stops) stop();
      model.dispose();
    };
  }, [model, names]);
  return snapshot;
}

function read<Name extends string>(model: FormModel<Name>, names: readonly Name[]): Snapshot<Name> {
  const errors: FormErrors<Name> = {};
  const hints: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const { error, hint } = model.field(name).state.peek();
    if (error !== null) errors[name] = error;
    if (hint !== null) hints[name] = hint;
  }
  return { values: model.values.peek(), errors, hints, isChanged: model.isChanged.peek(), isValid: model.isValid.peek() };
}
