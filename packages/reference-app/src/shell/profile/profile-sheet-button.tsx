import { useSignals } from '@preact/signals-react/runtime';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../shared/client.tsx';
import { loadable } from '../loadable.tsx';
import { profileDot, useProfileNotice } from './profile-notice.tsx';
import { shellTexts } from '../shell-texts.ts';

const sheet = loadable(async () => (await import('./profile-sheet.tsx')).ProfileSheet);

export interface ProfileSheetButtonProps {
  readonly className: string;
  /** Replaces the accessible name from the content. */
  readonly label?: string;
  /** @param dot indicates a payment notice; null when there is none */
  readonly children: (dot: ReactNode) => ReactNode;
}

/** Opens the profile as a sheet. */
export function ProfileSheetButton({ className, label, children }: ProfileSheetButtonProps): ReactNode {
  const { t } = useTranslation(shellTexts);
  useSignals();
  const session = useClient().session.current.value;
  const dot = profileDot(useProfileNotice());
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={sheet.preload}
        onClick={() => setOpen(true)}
      >
        {children(
          dot === null ? null : (
            <span className={`av-dot ${dot}`}>
              <span className="visually-hidden">{t('profileDot')}</span>
            </span>
          ),
        )}
      </button>
      {open ? (
        <sheet.Shown>{(ProfileSheet) => <ProfileSheet email={session?.email ?? ''} onClose={() => setOpen(false)} />}</sheet.Shown>
      ) : null}
    </>
  );
}
