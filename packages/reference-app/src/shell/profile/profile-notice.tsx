import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';

/** The account's payment banner. `standard` is an offer, `warning` is due soon, `danger` has stopped a service. */
export interface ProfileNotice {
  readonly tone: 'standard' | 'warning' | 'danger';
  /** Shown in the profile's menu; the dashboard has its own place for it. */
  readonly content: ReactNode;
  /** Shown in the dashboard's header. */
  readonly bar?: ReactNode;
}

/** Returns the dot on the profile (specification 1, section 4): error for danger, info for warning, none for standard. */
export function profileDot(notice: Pick<ProfileNotice, 'tone'> | null): 'error' | 'info' | null {
  return notice?.tone === 'danger' ? 'error' : notice?.tone === 'warning' ? 'info' : null;
}

const NoticeContext = createContext<ProfileNotice | null>(null);

/** Provides every profile button below with its notice. @example <ProfileNoticeProvider notice={{ tone: 'warning', content: <PaymentBanner /> }}>…</ProfileNoticeProvider> */
export function ProfileNoticeProvider({ notice, children }: { notice: ProfileNotice | null; children: ReactNode }): ReactNode {
  return <NoticeContext value={notice}>{children}</NoticeContext>;
}

/** The payment banner of a header, before the profile. */
export function HeaderNotice(): ReactNode {
  return useProfileNotice()?.bar ?? null;
}

export function useProfileNotice(): ProfileNotice | null {
  return useContext(NoticeContext);
}
