import { validate, validationText } from '@watchpost/sdk-core';
import type { Rule } from '@watchpost/sdk-core';
import { useRef, useState } from 'react';
import type { FieldProps } from '../ui/field.tsx';
import { currentLocale } from '../i18n/i18n.ts';

/** The text under each field that has something wrong. */
export type FormErrors<Name extends string> = Partial<Record<Name, string>>;

export interface Form<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  readonly errors: FormErrors<Name>;
  /** Whether anything differs from the initial values. */
  readonly isChanged: boolean;
  set(name: Name, value: string): void;
  /** Shows what the server said, and moves the focus to the first of the fields. */
  showErrors(errors: FormErrors<Name>): void;
  /** True when every field holds; otherwise shows the errors and focuses the first. */
  check(): boolean;
  /** Connects a `<Field>`. */
  field(name: Name): Pick<FieldProps, 'value' | 'onValue' | 'onBlur' | 'error' | 'ref'>;
}

/**
 * Values, rules and errors of a form. A rule speaks on leaving the field and on submit, not while typing
 * (specification 1, section 5); what was wrong disappears at the first keystroke.
 */
export function useForm<Name extends string>(initial: Readonly<Record<Name, string>>, rules: Partial<Record<Name, readonly Rule[]>>): Form<Name> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors<Name>>({});
  const inputs = useRef(new Map<Name, HTMLInputElement>());
  const names = Object.keys(initial) as Name[];

  const wrong = (name: Name): string | undefined => {
    const error = validate(values[name], rules[name] ?? []);
    return error ? validationText(error, currentLocale()) : undefined;
  };
  const change = (name: Name, text: string | undefined): void => {
    setErrors(({ [name]: _, ...rest }) => (text === undefined ? rest : { ...rest, [name]: text }) as FormErrors<Name>);
  };
  const showErrors = (found: FormErrors<Name>): void => {
    setErrors(found);
    const first = names.find((name) => found[name] !== undefined);
    if (first !== undefined) inputs.current.get(first)?.focus();
  };
  return {
    values,
    errors,
    isChanged: names.some((name) => values[name] !== initial[name]),
    set: (name, value) => {
      setValues((before) => ({ ...before, [name]: value }));
      change(name, undefined);
    },
    showErrors,
    check: () => {
      const found = Object.fromEntries(names.flatMap((name) => (wrong(name) === undefined ? [] : [[name, wrong(name)]]))) as FormErrors<Name>;
      showErrors(found);
      return Object.keys(found).length === 0;
    },
    field: (name) => ({
      value: values[name],
      error: errors[name],
      ref: (input: HTMLInputElement | null) => {
        if (input) inputs.current.set(name, input);
      },
      onValue: (value) => {
        setValues((before) => ({ ...before, [name]: value }));
        change(name, undefined);
      },
      // An empty field that is left is not an error yet: the person may be looking around.
      onBlur: () => {
        if (values[name].trim() !== '') change(name, wrong(name));
      },
    }),
  };
}
