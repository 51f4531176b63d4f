import { useQuery } from '@tanstack/react-query';
import { formatDate } from '@watchpost/sdk-core';
import type { SignedInDevice } from '@watchpost/sdk-core';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../shared/browser/hooks.ts';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorText } from '../../shared/ui/field.tsx';
import { deviceTitle, isPhone, lastSeen, sortDevices } from './account-device-model.ts';
import { SignOutDeviceDialog } from './account-device-dialog.tsx';
import { deviceListQuery } from './account-queries.ts';
import { AccountRow } from './account-row.tsx';

/** Where the person is signed in, and how to end it there. */
export function Devices(): ReactNode {
  const { t } = useTranslation();
  const { data, error, isFetching, refetch } = useQuery(deviceListQuery(useClient()));
  const [signingOut, setSigningOut] = useState<SignedInDevice | 'others' | null>(null);
  const devices = sortDevices(data ?? []);
  return (
    <section aria-labelledby="account-devices">
      <header className="account-head">
        <h2 id="account-devices">{t('account.devices')}</h2>
        {devices.length > 2 ? (
          <Button look="quiet" size="s" onClick={() => setSigningOut('others')}>
            {t('account.devicesOthers')}
          </Button>
        ) : null}
      </header>
      {data ? (
        <ul className="account-rows">
          {devices.map((device) => (
            <li key={device.id}>
              <DeviceRow device={device} onSignOut={() => setSigningOut(device)} />
            </li>
          ))}
        </ul>
      ) : error ? (
        <div className="account-failed">
          <ErrorText>{t('account.devicesFailed')}</ErrorText>
          <Button size="s" busy={isFetching} onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : (
        <div className="account-rows" role="status" aria-label={t('common.loading')}>
          <span className="account-waiting" />
          <span className="account-waiting" />
        </div>
      )}
      {signingOut ? <SignOutDeviceDialog device={signingOut === 'others' ? null : signingOut} onClose={() => setSigningOut(null)} /> : null}
    </section>
  );
}

function DeviceRow({ device, onSignOut }: { device: SignedInDevice; onSignOut: () => void }): ReactNode {
  const { t } = useTranslation();
  const title = deviceTitle(device) ?? t('account.deviceUnknown');
  const Icon = isPhone(device) ? Smartphone : Monitor;
  return (
    <AccountRow icon={<Icon size={20} />} title={title} badge={device.isCurrent ? <span className="account-badge">{t('account.deviceThis')}</span> : null} text={<LastSeenText device={device} />}>
      {device.isCurrent ? null : (
        <Button size="s" look="quiet" aria-label={t('account.deviceSignOutOf', { device: title })} onClick={onSignOut}>
          {t('account.deviceSignOut')}
        </Button>
      )}
    </AccountRow>
  );
}

function LastSeenText({ device: { isCurrent, lastSeenAt } }: { device: SignedInDevice }): ReactNode {
  const { t } = useTranslation();
  const now = useNow(15_000);
  const seen = isCurrent ? ({ unit: 'now' } as const) : lastSeen(lastSeenAt, now);
  switch (seen.unit) {
    case 'now':
      return t('account.seenNow');
    case 'minutes':
      return t('account.seenMinutes', { count: seen.count });
    case 'hours':
      return t('account.seenHours', { count: seen.count });
    case 'date':
      return <time dateTime={new Date(lastSeenAt).toISOString()}>{formatDate(lastSeenAt, { locale: currentLocale(), year: new Date(lastSeenAt).getFullYear() !== new Date(now).getFullYear() })}</time>;
  }
}
