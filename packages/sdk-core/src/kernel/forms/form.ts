import { batch, computed, signal } from '@preact/signals-core';
import type { ReadonlySignal, Signal } from '@preact/signals-core';
import { defaultLocale } from '@watchpost/contract/kernel';
import type { Locale } from '@watchpost/contract/kernel';
import { systemClock } from '@watchpost/contract/timing/clock';
import { debounce } from '../timing/debounce.ts';
import type { FieldState, Form, FormErrors, FormField, FormOptions, FormRules, FormValues, SubmitResult } from './form-types.ts';
import { validationText } from './validation.ts';
import type { ValidationError } from './validation.ts';

/** Delay in milliseconds before new rules apply, in case newer ones follow (specification 1, section 9). */
const rulesDelayMs = 5;

/** The result of validating a field's value. */
type Verdict =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'good' }
  | { readonly kind: 'wrong'; readonly error: ValidationError }
  /** The server's error: it stays until the value changes. */
  | { readonly kind: 'refused'; readonly text: string };

interface Entry {
  readonly value: Signal<string>;
  readonly verdict: Signal<Verdict>;
  readonly hint: Signal<string | null>;
  readonly state: ReadonlySignal<FieldState>;
}

const unknown: Verdict = { kind: 'unknown' };
const good: Verdict = { kind: 'good' };

/**
 * Creates the model of a form without a framework or a DOM: values, rules, errors, hints and sending, as signals.
 * Fields are validated on blur and on change, never while the user types (specification 1, section 5).
 * @example
 * const form = createForm({ values: { email: '', message: '' }, rules: { email: [required, email], message: [required] }, locale: 'en' });
 * form.field('email').change('anna@');
 * form.field('email').state.value.error // 'Enter a correct email.'
 */
export function createForm<Name extends string>({
  values: start,
  rules: firstRules,
  locale = defaultLocale,
  clock = systemClock,
}: FormOptions<Name>): Form<Name> {
  const language = typeof locale === 'function' ? locale : () => locale;
  const initial = signal<FormValues<Name>>(start);
  const rules = signal<FormRules<Name> | undefined>(firstRules);
  const isSubmitting = signal(false);
  const entries = new Map<Name, Entry>();
  for (const name in start) entries.set(name, createEntry(start[name], language));

  const values = computed(() => {
    let all: FormValues<Name> = initial.value;
    for (const [name, { value }] of entries) all = { ...all, [name]: value.value };
    return all;
  });
  const applyRules = debounce(
    clock,
    (next: FormRules<Name>) =>
      batch(() => {
        rules.value = next;
        judgeAgain();
      }),
    rulesDelayMs,
  );

  function entry(name: Name): Entry {
    const found = entries.get(name);
    if (!found) throw new TypeError(`The form has no field "${name}". Give it a first value: createForm({ values: { ${name}: '' } }).`);
    return found;
  }

  function findError(name: Name): ValidationError | null {
    const all = values.value;
    for (const rule of rules.value?.[name] ?? []) {
      const error = rule(all[name], all);
      if (error) return error;
    }
    return null;
  }

  function judge(name: Name): void {
    const { verdict } = entry(name);
    if (verdict.peek().kind === 'refused') return;
    const error = findError(name);
    verdict.value = error ? { kind: 'wrong', error } : good;
  }

  function judgeAgain(): void {
    for (const [name, { verdict }] of entries) if (['good', 'wrong'].includes(verdict.peek().kind)) judge(name);
  }

  /** A completed value may also fix or invalidate another field (an end and its beginning). */
  function judgeWithOthers(name: Name): void {
    batch(() => {
      judge(name);
      judgeAgain();
    });
  }

  function take(name: Name, value: string): void {
    const { value: current, verdict } = entry(name);
    if (current.peek() === value) return;
    batch(() => {
      current.value = value;
      verdict.value = unknown;
    });
  }

  function firstWrong(): Name | null {
    for (const [name, { verdict }] of entries) if (isWrong(verdict.peek())) return name;
    return null;
  }

  function check(): Name | null {
    applyRules.flush();
    batch(() => {
      for (const [name, { verdict }] of entries) {
        // The server may now accept what it rejected before.
        if (verdict.peek().kind === 'refused') verdict.value = unknown;
        judge(name);
      }
    });
    return firstWrong();
  }

  /** @param sent the values that the errors refer to; a field that has changed since shows none */
  function showErrors(errors: FormErrors<Name>, sent: FormValues<Name> = values.peek()): Name | null {
    let first: Name | null = null;
    batch(() => {
      for (const [name, { value, verdict }] of entries) {
        const text: string | undefined = errors[name];
        if (text === undefined || value.peek() !== sent[name]) continue;
        first ??= name;
        verdict.value = { kind: 'refused', text };
      }
    });
    return first;
  }

  async function submit<Answer>(
    send: (values: FormValues<Name>) => Promise<Answer>,
    options?: { readonly refusal?: (error: unknown) => FormErrors<Name> | null },
  ): Promise<SubmitResult<Name, Answer>> {
    if (isSubmitting.peek()) return { kind: 'busy' };
    const first = check();
    if (first !== null) return { kind: 'invalid', first };
    const sent = values.peek();
    isSubmitting.value = true;
    try {
      return { kind: 'sent', answer: await send(sent) };
    } catch (error) {
      const refused = options?.refusal?.(error) ?? null;
      if (refused === null) throw error;
      return { kind: 'refused', first: showErrors(refused, sent) };
    } finally {
      isSubmitting.value = false;
    }
  }

  function createField(name: Name): FormField {
    const { state, hint } = entry(name);
    return {
      state,
      input: (value) => take(name, value),
      change(value) {
        take(name, value);
        judgeWithOthers(name);
      },
      blur: () => judgeWithOthers(name),
      setHint: (text) => void (hint.value = text),
    };
  }

  const fields = new Map<Name, FormField>();
  return {
    values,
    isChanged: computed(() => [...entries].some(([name, { value }]) => value.value !== initial.value[name])),
    isValid: computed(() => [...entries.keys()].every((name) => findError(name) === null)),
    isSubmitting,
    field(name) {
      const field = fields.get(name) ?? createField(name);
      fields.set(name, field);
      return field;
    },
    check,
    submit,
    showErrors: (errors) => showErrors(errors),
    reset(next) {
      batch(() => {
        initial.value = { ...initial.peek(), ...next };
        for (const [name, { value, verdict }] of entries) {
          value.value = initial.peek()[name];
          verdict.value = unknown;
        }
      });
    },
    setRules: applyRules,
    dispose: applyRules.cancel,
  };
}

function createEntry(start: string, language: () => Locale): Entry {
  const value = signal(start);
  const verdict = signal<Verdict>(unknown);
  const hint = signal<string | null>(null);
  const error = computed(() => {
    const known = verdict.value;
    if (known.kind === 'refused') return known.text;
    return known.kind === 'wrong' ? validationText(known.error, language()) : null;
  });
  const state = computed(() => ({
    value: value.value,
    error: hint.value === null ? error.value : null,
    hint: hint.value,
    isInvalid: error.value !== null,
  }));
  return { value, verdict, hint, state };
}

function isWrong({ kind }: Verdict): boolean {
  return kind === 'wrong' || kind === 'refused';
}
