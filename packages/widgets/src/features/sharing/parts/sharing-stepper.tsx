import { useId } from 'react';
import type { JSX } from 'react';
import { IconButton } from '../../../primitives/action/icon-button.tsx';
import { useSharing } from './sharing-context.tsx';
import { SharingIcon } from './sharing-icons.tsx';

/** A number from 1, or none for any number, with buttons for one less and one more. */
export function SharingStepper({
  label,
  hint,
  value,
  maximum,
  onValue,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Null for any number. */
  readonly value: number | null;
  readonly maximum: number;
  readonly onValue: (value: number | null) => void;
}): JSX.Element {
  const { t } = useSharing();
  const id = useId();
  const take = (text: string): void => {
    const digits = text.replaceAll(/\D/g, '').slice(0, 6);
    onValue(digits === '' || Number(digits) === 0 ? null : Math.min(Number(digits), maximum));
  };
  return (
    <div className="wp-field">
      <label className="wp-field-label" htmlFor={id}>
        {label}
      </label>
      <div className="wp-input wp-share-stepper">
        <IconButton
          small
          label={t('fewer')}
          disabled={value === null}
          onClick={() => onValue(value === null || value === 1 ? null : value - 1)}
        >
          <SharingIcon name="minus" />
        </IconButton>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('anyNumber')}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          value={value ?? ''}
          onInput={(event) => take(event.currentTarget.value)}
        />
        <IconButton small label={t('more')} disabled={value === maximum} onClick={() => onValue((value ?? 0) + 1)}>
          <SharingIcon name="plus" />
        </IconButton>
      </div>
      {hint === undefined ? null : (
        <p className="wp-help" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
