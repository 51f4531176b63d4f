import type { JSX } from 'react';
import { generalErrorText, grantSentence, limitsSentence, WatchpostError } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { ErrorText } from '../../../primitives/field/error-text.tsx';
import { grantOf } from '../sharing-draft.ts';
import { useSharing } from './sharing-context.tsx';
import { SharingEmail } from './sharing-email.tsx';
import { SharingIcon } from './sharing-icons.tsx';
import { SharingLink } from './sharing-link.tsx';
import { SharingManage } from './sharing-manage.tsx';
import { SharingPrimary } from './sharing-primary.tsx';

/** What the settings mean, in a sentence; below it the link. */
export function SharingResult({
  onManageAccess,
  onSettings,
}: {
  readonly onManageAccess?: (() => void) | undefined;
  readonly onSettings: () => void;
}): JSX.Element {
  const { share, t } = useSharing();
  const url = useValue(share.url);
  const isChanged = useValue(share.isChanged);
  return (
    <aside className="wp-share-result">
      <SharingSentence />
      {url !== null && <SharingLink url={url} />}
      <div className="wp-share-act">
        <SharingError />
        {isChanged && <p className="wp-share-note">{t('notSaved')}</p>}
        <SharingPrimary />
        {url !== null && !isChanged && (
          <button type="button" className="wp-button wp-button-wide wp-share-again" onClick={onSettings}>
            {t('changeOptions')}
          </button>
        )}
      </div>
      {url !== null && <SharingEmail />}
      <SharingManage url={url} onManageAccess={onManageAccess} />
    </aside>
  );
}

function SharingSentence(): JSX.Element {
  const { share, locale } = useSharing();
  const options = useValue(share.options);
  const now = useValue(share.now);
  const timeZone = useValue(share.timeZone);
  const cameraCount = Math.max(1, useValue(share.chosen).length);
  const subject = { ...options, grant: grantOf(options, now), cameraCount };
  const how = { locale, timeZone, now };
  const limits = limitsSentence('link', subject, how);
  return (
    <div className="wp-share-sentence" role="status" aria-atomic="true">
      <p className="wp-share-say">
        {grantSentence('link', subject, how).map(({ text, isStrong }, index) => {
          const Run = isStrong ? 'strong' : 'span';
          // A date stays on one line.
          const className = isStrong && /^\d/.test(text) ? 'wp-share-moment' : undefined;
          // A sentence is rendered as a whole: its parts have no identity.
          return (
            <Run key={index} className={className}>
              {text}
            </Run>
          );
        })}
      </p>
      {limits !== null && (
        <p className="wp-share-limits">
          <SharingIcon name="lock" size={16} />
          {limits}
        </p>
      )}
    </div>
  );
}

function SharingError(): JSX.Element | null {
  const { share, locale, t } = useSharing();
  const work = useValue(share.work);
  if (work.kind !== 'failed') return null;
  const isOffline = work.error instanceof WatchpostError && work.error.code === 'network';
  return <ErrorText>{isOffline ? t('offline') : generalErrorText(work.error, locale)}</ErrorText>;
}
