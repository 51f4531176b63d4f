import type { Grant } from '@watchpost/sdk-core';
import { CalendarClock, Fingerprint, Globe, History, Move3d, Volume2, VolumeX } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { initials } from '../../../shared/ui/initials.ts';
import { Badge } from '../../../shared/ui/status.tsx';
import { text } from './sharing-manage-texts.ts';

/** What limits access, briefly: no sound, and any limit in time. Nothing for access without limits. */
export function BriefLimits({ grant }: { readonly grant: Grant }): ReactNode {
  const { withAudio, archiveFrom, archiveUntil, dailyWindow, expiresAt } = grant;
  const isLimited = dailyWindow !== null || [archiveFrom, archiveUntil, expiresAt].some((time) => time !== null);
  return (
    <>
      {withAudio ? null : <OptionIcon icon={VolumeX} label={text('noSound')} />}
      {isLimited ? <OptionIcon icon={CalendarClock} label={text('limitedTime')} /> : null}
    </>
  );
}

/** A user's initials; null for the guests of a link. */
export function Avatar({ email }: { readonly email: string | null }): ReactNode {
  return (
    <span className={email === null ? 'av share-av share-av-guest' : 'av share-av'} aria-hidden="true">
      {email === null ? <Globe size={16} /> : initials(email)}
    </span>
  );
}

/** The level of access in words: an owner's null, full access stands out. */
export function Level({ access }: { readonly access: Grant['access'] | null }): ReactNode {
  if (access === 'view') return text('view');
  return <Badge tone="accent">{text('full')}</Badge>;
}

/** An option with its name for screen readers and the pointer. */
function OptionIcon({ icon: Icon, label, isOff = false }: { icon: LucideIcon; label: string; isOff?: boolean }): ReactNode {
  return (
    <span className={isOff ? 'share-option off' : 'share-option'} role="img" aria-label={label} title={label}>
      <Icon size={18} />
    </span>
  );
}

/** What limits access, as icons: nothing for access without limits. */
export function LimitIcons({ grant }: { readonly grant: Grant }): ReactNode {
  const { withAudio, withArchive, archiveFrom, archiveUntil, dailyWindow, expiresAt, hasWatermark } = grant;
  return (
    <>
      {withAudio ? null : <OptionIcon icon={VolumeX} label={text('noSound')} />}
      {grant.access === 'full' && !withArchive ? <OptionIcon icon={History} label={text('noArchive')} isOff /> : null}
      {withArchive && (archiveFrom !== null || archiveUntil !== null) ? <OptionIcon icon={History} label={text('someArchive')} /> : null}
      {dailyWindow || expiresAt !== null ? <OptionIcon icon={CalendarClock} label={text('limitedTime')} /> : null}
      {hasWatermark ? <OptionIcon icon={Fingerprint} label={text('watermark')} /> : null}
    </>
  );
}

/** What a link allows and what it lacks, as icons. */
export function LinkIcons({
  link,
}: {
  readonly link: Pick<Grant, 'withAudio' | 'withArchive' | 'withPtz' | 'dailyWindow' | 'hasWatermark'> & { readonly allowsGuests: boolean };
}): ReactNode {
  return (
    <span className="share-options">
      <OptionIcon
        icon={link.withAudio ? Volume2 : VolumeX}
        label={text(link.withAudio ? 'withSound' : 'noSound')}
        isOff={!link.withAudio}
      />
      <OptionIcon icon={History} label={text(link.withArchive ? 'withArchive' : 'noArchive')} isOff={!link.withArchive} />
      {link.dailyWindow ? <OptionIcon icon={CalendarClock} label={text('dailyHours')} /> : null}
      {link.withPtz ? <OptionIcon icon={Move3d} label={text('withPtz')} /> : null}
      {link.hasWatermark ? <OptionIcon icon={Fingerprint} label={text('watermark')} /> : null}
      {link.allowsGuests ? <OptionIcon icon={Globe} label={text('withGuests')} /> : null}
    </span>
  );
}
