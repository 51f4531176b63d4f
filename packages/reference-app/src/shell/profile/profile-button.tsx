import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsLarge } from '../../shared/browser/media.ts';
import { useSignalValue } from '../../shared/browser/signal.ts';
import { useClient } from '../../shared/client.tsx';
import { initials } from '../initials.ts';
import { loadable } from '../loadable.tsx';
import { profileDot, useProfileNotice } from './profile-notice.tsx';
import type { ProfileProps } from './profile-props.ts';

const sheet = loadable(async () => (await import('./profile-sheet.tsx')).ProfileSheet);
const menu = loadable(async () => (await import('./profile-menu.tsx')).ProfileMenu);

/** Who is signed in: a list from below on small screens, a menu on large ones. */
export function ProfileButton(): ReactNode {
  const { t } = useTranslation();
  const session = useSignalValue(useClient().session.current);
  const isLarge = useIsLarge();
  const dot = profileDot(useProfileNotice());
  const email = session?.email ?? '';
  const label = `${t('shell.profile')} ${initials(email)}${dot === null ? '' : `, ${t('shell.profileDot')}`}`;
  const face = (
    <>
      <span aria-hidden="true">{initials(email)}</span>
      {dot === null ? null : <span className={`av-dot ${dot}`} />}
    </>
  );
  const Profile = isLarge ? MenuButton : SheetButton;
  return <Profile label={label} face={face} email={email} />;
}

/** The menu comes right after the first screen. Whoever presses before sees it as soon as it is here. */
function MenuButton({ label, face, email }: ProfileProps): ReactNode {
  const pressed = useRef(false);
  const place = useRef<HTMLSpanElement>(null);
  const onHere = (): void => {
    if (pressed.current) place.current?.querySelector('button')?.click();
  };
  const waiting = (
    <>
      <button type="button" className="av" aria-label={label} aria-haspopup="menu" aria-expanded={false} onClick={() => (pressed.current = true)}>
        {face}
      </button>
      <OnLeave call={onHere} />
    </>
  );
  return (
    <span className="av-place" ref={place}>
      <menu.Shown waiting={waiting}>{(ProfileMenu) => <ProfileMenu label={label} face={face} email={email} />}</menu.Shown>
    </span>
  );
}

/** Calls when what it stands in is taken away. */
function OnLeave({ call }: { call: () => void }): null {
  const latest = useRef(call);
  useEffect(() => () => latest.current(), []);
  return null;
}

function SheetButton({ label, face, email }: ProfileProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="av" aria-label={label} aria-haspopup="dialog" aria-expanded={open} onPointerEnter={sheet.preload} onClick={() => setOpen(true)}>
        {face}
      </button>
      {open ? <sheet.Shown>{(ProfileSheet) => <ProfileSheet email={email} onClose={() => setOpen(false)} />}</sheet.Shown> : null}
    </>
  );
}
