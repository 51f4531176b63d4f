import { formatBytes } from '@watchpost/sdk-core';
import type { DeletionSummary } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { accountTexts } from './account-texts.ts';

/** Lists what is deleted with the account, and how long deletion can be cancelled. */
export function DeletionList({ summary }: { summary: DeletionSummary }): ReactNode {
  const { t } = useTranslation(accountTexts);
  const { ownedCameras, sharedCameras, peopleLosingAccess, footageBytes, graceDays } = summary;
  const goes = [
    ...(ownedCameras > 0 ? [t('deleteCameras', { count: ownedCameras })] : []),
    ...(footageBytes > 0 ? [t('deleteFootage', { size: formatBytes(footageBytes, { locale: currentLocale() }) })] : []),
    ...(peopleLosingAccess > 0 ? [t('deletePeople', { count: peopleLosingAccess })] : []),
    ...(sharedCameras > 0 ? [t('deleteShared', { count: sharedCameras })] : []),
    t('deleteSignedOut'),
  ];
  return (
    <>
      <ul className="account-goes">
        {goes.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>{t('deleteGrace', { count: graceDays })}</p>
    </>
  );
}
