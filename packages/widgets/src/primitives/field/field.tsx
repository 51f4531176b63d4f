import { countCharacters } from '@watchpost/sdk-core';
import { useCallback, useState } from 'react';
import type { ComponentProps, ReactNode, Ref } from 'react';
import { assignRef } from '../assign-ref.ts';
import { IconButton } from '../action/icon-button.tsx';
import { EyeIcon, EyeOffIcon } from '../control-icons.tsx';
import { useLabels } from '../labels.ts';
import { FieldFrame, inputClass, useFieldWiring } from './field-frame.tsx';
import type { FieldFrameProps } from './field-frame.tsx';
import { useFieldText } from './use-field-text.ts';
import { useOnce } from './use-once.ts';
import type { FieldMask, TextElement } from './use-field-text.ts';

/** Props common to inputs and text areas, and the input's type. */
type Native = Pick<
  ComponentProps<'input'>,
  | 'id'
  | 'name'
  | 'type'
  | 'inputMode'
  | 'pattern'
  | 'placeholder'
  | 'disabled'
  | 'readOnly'
  | 'required'
  | 'autoFocus'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'autoCorrect'
  | 'enterKeyHint'
  | 'maxLength'
  | 'minLength'
  | 'spellCheck'
  | 'lang'
  | 'aria-describedby'
  | 'aria-label'
  | 'tabIndex'
>;

/** Properties of `<Field>`. */
export interface FieldProps extends Native, FieldFrameProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Makes it a text area with this many rows that grows with its text. */
  readonly rows?: number | undefined;
  /** `createMask(pattern)` of sdk-core: formats what is typed, deleted or pasted, and keeps the caret. */
  readonly mask?: FieldMask | undefined;
  /** Debounces the value by this many milliseconds (`true`: 300); leaving the field or Enter reports it immediately. */
  readonly debounce?: boolean | number | undefined;
  /** Content at the start and end of the field. A password without an `after` gets a button that reveals it. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly ref?: Ref<TextElement> | undefined;
  readonly onBlur?: (() => void) | undefined;
  readonly onKeyDown?: ((event: { readonly key: string; preventDefault(): void }) => void) | undefined;
}

const defaultDebounceMs = 300;

/**
 * A labelled text field with help, a hint or an error below it.
 * @example <Field label="Camera name" value={name} onValue={setName} maximum={40} error={error} />
 */
export function Field({
  value,
  onValue,
  hint,
  description,
  error,
  label,
  maximum,
  counter,
  rows,
  mask,
  debounce = 0,
  before,
  after,
  type = 'text',
  pattern,
  spellCheck,
  ref,
  onBlur,
  onKeyDown,
  ...rest
}: FieldProps): ReactNode {
  const frame: FieldFrameProps = { label, hint, description, error, maximum, counter };
  const { id, helpId, describedBy, invalid } = useFieldWiring(frame, { id: rest.id, describedBy: rest['aria-describedby'] });
  const text = useFieldText({ value, onValue, mask, debounce: debounce === true ? defaultDebounceMs : debounce || 0 });
  const isNew = useOnce();
  const [revealed, setRevealed] = useState(false);
  const element = useCallback((input: TextElement | null) => assignRef(ref, input), [ref]);
  const isPassword = type === 'password' && after === undefined;
  const take = (event: { readonly currentTarget: TextElement; readonly nativeEvent?: Event }): void => {
    if (!isNew(event)) return;
    const native: unknown = event.nativeEvent ?? event;
    const typed = native instanceof InputEvent ? native : null;
    text.take(event.currentTarget, { composing: typed?.isComposing ?? false, forward: typed?.inputType === 'deleteContentForward' });
  };
  const control = {
    ...rest,
    id,
    value: text.shown,
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
    onInput: take,
    // Some password managers and autofills fire only `change`.
    onChange: take,
    onCompositionEnd: (event: { readonly currentTarget: TextElement }) =>
      text.take(event.currentTarget, { composing: false, forward: false }),
    onBlur: () => {
      text.flush();
      onBlur?.();
    },
    onKeyDown: (event: { readonly key: string; preventDefault(): void }) => {
      if (event.key === 'Enter' && rows === undefined) text.flush();
      onKeyDown?.(event);
    },
  };
  return (
    <FieldFrame frame={frame} id={id} helpId={helpId} length={countCharacters(text.shown)} off={rest.disabled ?? false}>
      <div className={inputClass({ error: Boolean(error), area: rows !== undefined, off: rest.disabled, readOnly: rest.readOnly })}>
        {before}
        {rows === undefined ? (
          <input
            {...control}
            ref={element}
            type={isPassword && revealed ? 'text' : type}
            pattern={pattern}
            spellCheck={spellCheck ?? 'false'}
          />
        ) : (
          <textarea
            {...control}
            ref={element}
            rows={rows}
            spellCheck={spellCheck ?? 'true'}
            style={{ minHeight: `calc(${rows} * 1lh + 20px)` }}
          />
        )}
        {isPassword ? <Reveal revealed={revealed} onReveal={setRevealed} disabled={rest.disabled} /> : after}
      </div>
    </FieldFrame>
  );
}

function Reveal({
  revealed,
  onReveal,
  disabled,
}: {
  revealed: boolean;
  onReveal: (revealed: boolean) => void;
  disabled: boolean | undefined;
}): ReactNode {
  const label = useLabels();
  return (
    <IconButton small label={label(revealed ? 'hidePassword' : 'showPassword')} disabled={disabled} onClick={() => onReveal(!revealed)}>
      {revealed ? <EyeOffIcon /> : <EyeIcon />}
    </IconButton>
  );
}
