import { errorText } from '@watchpost/sdk-core';
import type { PushState } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isInstalled } from '../../shared/browser/install-prompt.ts';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Banner } from '../../shared/ui/status.tsx';
import { browserName, unsupportedReason } from './notifications-help.ts';
import { notificationsTexts } from './notifications-texts.ts';
import { commonTexts } from '../../shared/i18n/common-texts.ts';

/** Help when push does not work in this browser; nothing when it works or is merely off. */
export function PushTrouble({ state: { permission, connection } }: { readonly state: PushState }): ReactNode {
  const { t } = useTranslation([notificationsTexts, commonTexts]);
  const { notifications } = useClient();
  const browser = browserName(navigator.userAgent, navigator.maxTouchPoints);
  if (permission === 'unsupported')
    return <Banner>{t(`unsupportedBecause.${unsupportedReason(browser, isSecureContext, isInstalled())}`)}</Banner>;
  if (permission === 'blocked') return <Banner kind="warning">{t(`unblock.${browser}`)}</Banner>;
  if (connection.kind !== 'failed') return null;
  return (
    <Banner
      kind="warning"
      announce
      action={
        <Button size="s" onClick={() => void notifications.connect()}>
          {t('common:retry')}
        </Button>
      }
    >
      {errorText(connection.error, currentLocale())}
    </Banner>
  );
}
