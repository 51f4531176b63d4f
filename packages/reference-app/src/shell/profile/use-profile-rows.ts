import { useNavigate } from 'react-router';
import { useIsLarge } from '../../shared/browser/media.ts';
import { useLocaleChoice } from '../../shared/i18n/locale-choice.ts';
import { externalLinks } from '../../shared/navigation/external-links.ts';
import { openDialog } from '../dialogs/dialog-store.ts';
import { useHasCameras } from '../has-cameras.ts';
import { useBillingShown } from '../payment/billing-shown.tsx';
import { useTelegramShown } from '../telegram-shown.tsx';
import { profileRows } from './profile-model.ts';
import type { ProfileRow } from './profile-model.ts';

/** Returns the rows of the profile and their action. */
export function useProfileRows(): { readonly groups: readonly (readonly ProfileRow[])[]; readonly act: (row: ProfileRow) => void } {
  const navigate = useNavigate();
  const isLarge = useIsLarge();
  const hasCameras = useHasCameras();
  const hasBilling = useBillingShown();
  const hasTelegram = useTelegramShown();
  const { locale } = useLocaleChoice();
  return {
    groups: profileRows({ isLarge, hasCameras, hasBilling, hasTelegram, links: externalLinks(locale) }),
    act: (row) => {
      if (row.kind === 'screen') void navigate(row.to);
      else if (row.kind === 'dialog') openDialog(row.dialog);
      else if (row.kind === 'link') window.open(row.href, '_blank', 'noopener,noreferrer');
    },
  };
}
