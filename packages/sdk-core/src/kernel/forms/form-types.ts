import type { ReadonlySignal } from '@preact/signals-core';
import type { Locale } from '@watchpost/contract/kernel';
import type { ClockPort } from '../ports.ts';
import type { ValidationError } from './validation.ts';

export type FormValues<Name extends string> = Readonly<Record<Name, string>>;

/** Texts by field, as a server gives them. */
export type FormErrors<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** A rule that may look at the other fields; every Rule is one. */
export type FormRule<Name extends string> = (value: string, values: FormValues<Name>) => ValidationError | null;

/** The rules of each field; the first that fails speaks. */
export type FormRules<Name extends string> = Readonly<Partial<Record<Name, readonly FormRule<Name>[]>>>;

export interface FormOptions<Name extends string> {
  /** What the fields start with. Their order is the order on the screen: it decides which wrong field comes first. */
  readonly values: FormValues<Name>;
  readonly rules?: FormRules<NoInfer<Name>> | undefined;
  /** The language of the texts, English by default; a function that reads a signal makes shown errors follow it. */
  readonly locale?: Locale | (() => Locale) | undefined;
  readonly clock?: Pick<ClockPort, 'after'> | undefined;
}

/** What a field shows. */
export interface FieldState {
  readonly value: string;
  /** What is wrong; null while there is a hint, which takes precedence. */
  readonly error: string | null;
  readonly hint: string | null;
  /** Something is wrong, whether its text is shown or a hint is (`aria-invalid`). */
  readonly isInvalid: boolean;
}

export interface FormField {
  readonly state: ReadonlySignal<FieldState>;
  /** A keystroke: takes the value and judges nothing; what was wrong with the old value is taken away. */
  input(value: string): void;
  /** The value is done (the DOM's `change`): it is judged. */
  change(value: string): void;
  /** The field was left: its value is judged. */
  blur(): void;
  /** A text under the field that takes precedence over an error; null takes it away. */
  setHint(text: string | null): void;
}

/** How a submit ended. `first`: the field to focus. */
export type SubmitResult<Name extends string, Answer> =
  /** A rule does not hold; nothing was sent. */
  | { readonly kind: 'invalid'; readonly first: Name }
  /** The server said what is wrong with which field. */
  | { readonly kind: 'refused'; readonly first: Name | null }
  | { readonly kind: 'sent'; readonly answer: Answer }
  /** An earlier submit is still under way; nothing was sent. */
  | { readonly kind: 'busy' };

export interface Form<Name extends string> {
  readonly values: ReadonlySignal<FormValues<Name>>;
  /** Whether anything differs from what the form started with. */
  readonly isChanged: ReadonlySignal<boolean>;
  /** Whether every rule holds now, shown or not: for a button that is disabled until then. */
  readonly isValid: ReadonlySignal<boolean>;
  readonly isSubmitting: ReadonlySignal<boolean>;
  /** @throws {TypeError} for a name that the form does not have */
  field(name: Name): FormField;
  /** Judges every field and shows what is wrong. The first wrong field, to be focused; null when all is well. */
  check(): Name | null;
  /**
   * Checks, then sends. What `send` throws is thrown on, unless `refusal` finds errors of fields in it.
   * An error for a value that was edited meanwhile is not shown.
   * @example
   * const result = await form.submit((values) => client.account.requestEmailCode(values.email), { refusal: (error) => (isEmailInUse(error) ? { email: errorText(error, locale) } : null) });
   * if (result.kind === 'invalid' || result.kind === 'refused') focus(result.first);
   */
  submit<Answer>(send: (values: FormValues<Name>) => Promise<Answer>, options?: { readonly refusal?: (error: unknown) => FormErrors<Name> | null }): Promise<SubmitResult<Name, Answer>>;
  /** Shows errors that a server found, until the fields are edited. The first of them, to be focused. */
  showErrors(errors: FormErrors<Name>): Name | null;
  /** Back to the start, or to a new start; nothing is wrong then and nothing is changed. */
  reset(values?: Readonly<Partial<Record<Name, string>>>): void;
  /** Other rules, in force after 5 ms without further ones and before any check; fields that were judged are judged again. */
  setRules(rules: FormRules<Name>): void;
  /** Forgets rules that wait. */
  dispose(): void;
}
