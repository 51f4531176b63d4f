import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsLarge } from '../../shared/browser/media.ts';
import { useClient } from '../../shared/client.tsx';
import { initials } from '../../shared/ui/initials.ts';
import { loadable } from '../loadable.tsx';
import { ProfileMenuButton } from './profile-menu-button.tsx';
import { profileDot, useProfileNotice } from './profile-notice.tsx';
import { ProfileSheetButton } from './profile-sheet-button.tsx';
import { shellTexts } from '../shell-texts.ts';

// Loads right after the first screen.
const menu = loadable(async () => (await import('./profile-menu.tsx')).ProfileMenu);

/** The profile in a header: a menu on large screens. On small ones the bottom bar opens it; `onSmall` shows the button where there is no bar. */
export function ProfileButton({ onSmall = false }: { onSmall?: boolean }): ReactNode {
  const { t } = useTranslation(shellTexts);
  useSignals();
  const session = useClient().session.current.value;
  const isLarge = useIsLarge();
  const dot = profileDot(useProfileNotice());
  const email = session?.email ?? '';
  const label = `${t('profile')} ${initials(email)}${dot === null ? '' : `, ${t('profileDot')}`}`;
  const face = (
    <>
      <span aria-hidden="true">{initials(email)}</span>
      {dot === null ? null : <span className={`av-dot ${dot}`} />}
    </>
  );
  if (isLarge)
    return (
      <ProfileMenuButton label={label} face={face}>
        {(place) => <menu.Shown>{(ProfileMenu) => <ProfileMenu {...place} label={label} email={email} />}</menu.Shown>}
      </ProfileMenuButton>
    );
  if (!onSmall) return null;
  return (
    <ProfileSheetButton className="av" label={label}>
      {() => face}
    </ProfileSheetButton>
  );
}
