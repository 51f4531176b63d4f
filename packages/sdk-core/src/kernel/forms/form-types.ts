import type { ReadonlySignal } from '@preact/signals-core';
import type { Locale } from '@watchpost/contract/kernel';
import type { ClockPort } from '../ports.ts';
import type { ValidationError } from './validation.ts';

/** The values of a form, by the names of its fields: texts, as the fields have them. */
export type FormValues<Name extends string> = Readonly<Record<Name, string>>;

/** Texts by field, as from a server. */
export type FormErrors<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** A rule that may read the other fields; every Rule is one. */
export type FormRule<Name extends string> = (value: string, values: FormValues<Name>) => ValidationError | null;

/** The rules of each field; the first that fails determines the error. */
export type FormRules<Name extends string> = Readonly<Partial<Record<Name, readonly FormRule<Name>[]>>>;

/** What a form is made of: its values, their rules, and the language of the texts. */
export interface FormOptions<Name extends string> {
  /** Initial values. Their order is the order on the screen: it determines the first invalid field. */
  readonly values: FormValues<Name>;
  readonly rules?: FormRules<NoInfer<Name>> | undefined;
  /** The language of the texts, English by default; with a function that reads a signal, displayed errors follow the language. */
  readonly locale?: Locale | (() => Locale) | undefined;
  readonly clock?: Pick<ClockPort, 'after'> | undefined;
}

/** The displayed state of a field. */
export interface FieldState {
  readonly value: string;
  /** The error text; null while a hint is shown, which takes precedence. */
  readonly error: string | null;
  readonly hint: string | null;
  /** Whether the field is invalid, even while a hint hides the error (`aria-invalid`). */
  readonly isInvalid: boolean;
}

/** One field of a form: its state, and the handlers of its DOM events. */
export interface FormField {
  readonly state: ReadonlySignal<FieldState>;
  /** Handles a keystroke: sets the value without validating it, and removes the error of the old value. */
  input(value: string): void;
  /** Handles a completed value (the DOM's `change`): validates it. */
  change(value: string): void;
  /** Handles the loss of focus: validates the value. */
  blur(): void;
  /** Shows a text under the field that takes precedence over an error; null removes it. */
  setHint(text: string | null): void;
}

/** The result of a submit. `first`: the field to focus. */
export type SubmitResult<Name extends string, Answer> =
  /** A rule failed; nothing was sent. */
  | { readonly kind: 'invalid'; readonly first: Name }
  /** The server rejected the values of some fields. */
  | { readonly kind: 'refused'; readonly first: Name | null }
  | { readonly kind: 'sent'; readonly answer: Answer }
  /** An earlier submit is still pending; nothing was sent. */
  | { readonly kind: 'busy' };

/** A form: its fields, its state as a whole, and sending. */
export interface Form<Name extends string> {
  readonly values: ReadonlySignal<FormValues<Name>>;
  /** Whether any value differs from the initial one. */
  readonly isChanged: ReadonlySignal<boolean>;
  /** Whether every rule currently passes, shown or not: for a button that is disabled until then. */
  readonly isValid: ReadonlySignal<boolean>;
  readonly isSubmitting: ReadonlySignal<boolean>;
  /** Returns a field. @throws {TypeError} for an unknown name */
  field(name: Name): FormField;
  /** Validates every field and shows the errors. Returns the first invalid field, to focus it; null if all are valid. */
  check(): Name | null;
  /**
   * Validates, then sends. Rethrows what `send` throws, unless `refusal` finds field errors in it.
   * The error of a value that was edited meanwhile is not shown.
   * @example
   * const result = await form.submit((values) => client.account.requestEmailCode(values.email), { refusal: (error) => (isEmailInUse(error) ? { email: errorText(error, locale) } : null) });
   * if (result.kind === 'invalid' || result.kind === 'refused') focus(result.first);
   */
  submit<Answer>(
    send: (values: FormValues<Name>) => Promise<Answer>,
    options?: { readonly refusal?: (error: unknown) => FormErrors<Name> | null },
  ): Promise<SubmitResult<Name, Answer>>;
  /** Shows errors from a server until the fields are edited. Returns the first of these fields, to focus it. */
  showErrors(errors: FormErrors<Name>): Name | null;
  /** Restores the initial values, or sets new ones, and removes all errors. */
  reset(values?: Readonly<Partial<Record<Name, string>>>): void;
  /** Replaces the rules, effective after 5 ms without another replacement and before any validation; validated fields are validated again. */
  setRules(rules: FormRules<Name>): void;
  /** Discards pending rules. */
  dispose(): void;
}
