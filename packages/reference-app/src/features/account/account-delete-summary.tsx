import { formatBytes } from '@watchpost/sdk-core';
import type { DeletionSummary } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';

/** What goes with the account, thing by thing, and how long it can be called off. */
export function DeletionList({ summary }: { summary: DeletionSummary }): ReactNode {
  const { t } = useTranslation();
  const { ownedCameras, sharedCameras, peopleLosingAccess, footageBytes, graceDays } = summary;
  const goes = [
    ...(ownedCameras > 0 ? [t('account.deleteCameras', { count: ownedCameras })] : []),
    ...(footageBytes > 0 ? [t('account.deleteFootage', { size: formatBytes(footageBytes, { locale: currentLocale() }) })] : []),
    ...(peopleLosingAccess > 0 ? [t('account.deletePeople', { count: peopleLosingAccess })] : []),
    ...(sharedCameras > 0 ? [t('account.deleteShared', { count: sharedCameras })] : []),
    t('account.deleteSignedOut'),
  ];
  return (
    <>
      <ul className="account-goes">
        {goes.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>{t('account.deleteGrace', { count: graceDays })}</p>
    </>
  );
}
