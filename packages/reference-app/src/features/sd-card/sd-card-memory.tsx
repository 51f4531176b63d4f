import { formatBytes } from '@watchpost/sdk-core';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { text } from './sd-card-texts.ts';

/** Shows how full the card is, in percent and in gigabytes or megabytes. */
export function CardMemory({ memory: { used, total } }: { readonly memory: { readonly used: number; readonly total: number } }): ReactNode {
  const id = useId();
  const percent = total > 0 ? Math.min(100, Math.round((used / total) * 100)) : 0;
  const size = (bytes: number): string => formatBytes(bytes, { locale: currentLocale() });
  return (
    // Initial focus: in a field of the schedule it would open a phone's keyboard.
    <section className="sd-card-memory" aria-labelledby={id} tabIndex={-1} data-autofocus>
      <h3 id={id}>{text('memory')}</h3>
      <span className="n">{text('percent', { percent })}</span>
      <div className="sd-card-bar" role="meter" aria-labelledby={id} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}>
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className="n">{text('memoryUsed', { used: size(used), total: size(total) })}</p>
      <p>{text('overwrites')}</p>
    </section>
  );
}
