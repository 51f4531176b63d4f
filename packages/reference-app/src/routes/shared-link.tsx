import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { usePageTitle } from '../shared/browser/hooks.ts';
import { useSignalValue } from '../shared/browser/signal.ts';
import { useClient } from '../shared/client.tsx';
import { currentLocale } from '../shared/i18n/i18n.ts';
import { paths } from '../shared/navigation/paths.ts';
import { ComingNote } from '../shell/coming/coming-note.tsx';
import { comingTexts } from '../shell/coming/coming-texts.ts';

/** /s/{token}, with or without a session. The server sends no page of ours as a referrer, so that the token stays here. */
export function SharedLinkRoute(): ReactNode {
  const { t } = useTranslation();
  const session = useSignalValue(useClient().session.current);
  const { pathname } = useLocation();
  usePageTitle(comingTexts[currentLocale()].sharedLink.name);
  const signIn = { label: t('session.title'), to: `${paths.signIn}?returnUrl=${encodeURIComponent(pathname)}` };
  return <ComingNote topic="sharedLink" level="h1" {...(session === null && { action: signIn })} />;
}
