import { useId } from 'react';
import type { JSX } from 'react';
import { useValue } from '../../../element/use-value.ts';
import { useSharing } from './sharing-context.tsx';

const levels = [
  { access: 'view', label: 'view', text: 'viewText' },
  { access: 'full', label: 'full', text: 'fullText' },
] as const;

/** View only or full access, as two cards. */
export function SharingLevel(): JSX.Element {
  const { share, t } = useSharing();
  const { access } = useValue(share.draft);
  const name = useId();
  return (
    <div className="wp-share-levels" role="radiogroup" aria-labelledby={`${name}-label`}>
      <span className="wp-field-label" id={`${name}-label`}>
        {t('access')}
      </span>
      {levels.map((level) => (
        <label key={level.access} className="wp-share-level">
          <input
            type="radio"
            className="wp-radio"
            name={name}
            checked={access === level.access}
            aria-describedby={`${name}-${level.access}`}
            onChange={() => share.change({ access: level.access })}
          />
          <b>{t(level.label)}</b>
          <span id={`${name}-${level.access}`}>{t(level.text)}</span>
        </label>
      ))}
    </div>
  );
}
