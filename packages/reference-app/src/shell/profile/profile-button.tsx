import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsLarge } from '../../shared/browser/media.ts';
import { useClient } from '../../shared/client.tsx';
import { initials } from '../../shared/ui/initials.ts';
import { loadable } from '../loadable.tsx';
import { profileDot, useProfileNotice } from './profile-notice.tsx';
import type { ProfileProps } from './profile-props.ts';
import { ProfileSheetButton } from './profile-sheet-button.tsx';
import { shellTexts } from '../shell-texts.ts';

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
  if (isLarge) return <MenuButton label={label} face={face} email={email} />;
  if (!onSmall) return null;
  return (
    <ProfileSheetButton className="av" label={label}>
      {() => face}
    </ProfileSheetButton>
  );
}

/** The menu loads right after the first screen. A press before that opens it once it has loaded, and the focus stays on the button. */
function MenuButton({ label, face, email }: ProfileProps): ReactNode {
  const before = useRef({ isPressed: false, hasFocus: false });
  const place = useRef<HTMLSpanElement>(null);
  const waiting = (
    <>
      <OnLeave
        call={() => {
          before.current.hasFocus = place.current?.contains(document.activeElement) === true;
        }}
      />
      <button
        type="button"
        className="av"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => (before.current.isPressed = true)}
      >
        {face}
      </button>
    </>
  );
  return (
    <span className="av-place" ref={place}>
      <menu.Shown waiting={waiting}>
        {(ProfileMenu) => (
          <>
            <ProfileMenu label={label} face={face} email={email} />
            <OnArrival
              focus={() => {
                if (before.current.hasFocus) place.current?.querySelector('button')?.focus();
              }}
              press={() => {
                if (before.current.isPressed) place.current?.querySelector('button')?.click();
              }}
            />
          </>
        )}
      </menu.Shown>
    </span>
  );
}

/** Calls `call` when it unmounts, while the siblings after it are still in the document. */
function OnLeave({ call }: { call: () => void }): null {
  const latest = useRef(call);
  useLayoutEffect(() => () => latest.current(), []);
  return null;
}

/** Calls `focus` before any further key can be pressed, and `press` once the siblings before it listen. */
function OnArrival({ focus, press }: { focus: () => void; press: () => void }): null {
  const first = useRef({ focus, press });
  useLayoutEffect(() => first.current.focus(), []);
  useEffect(() => first.current.press(), []);
  return null;
}
