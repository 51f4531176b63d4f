import { useQuery } from '@tanstack/react-query';
import { formatRelative } from '@watchpost/sdk-core';
import type { SignedInDevice } from '@watchpost/sdk-core';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../shared/live/now.ts';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorText } from '../../shared/ui/field.tsx';
import { Badge, ListRow, Skeleton } from '../../shared/ui/status.tsx';
import { SignOutDeviceDialog } from './account-device-dialog.tsx';
import { deviceTitle, isHere, isPhone, sortDevices } from './account-device-model.ts';
import { deviceListQuery } from './account-queries.ts';
import { accountTexts } from './account-texts.ts';
import { commonTexts } from '../../shared/i18n/common-texts.ts';

/** Lists the user's sessions and signs them out. */
export function Devices(): ReactNode {
  const { t } = useTranslation([accountTexts, commonTexts]);
  const { data, error, isFetching, refetch } = useQuery(deviceListQuery(useClient()));
  const [signingOut, setSigningOut] = useState<SignedInDevice | 'others' | null>(null);
  const devices = sortDevices(data ?? []);
  return (
    <section aria-labelledby="account-devices" aria-busy={!data && !error}>
      <header className="account-head">
        <h2 id="account-devices">{t('devices')}</h2>
        {devices.length > 2 ? (
          <Button look="quiet" size="s" onClick={() => setSigningOut('others')}>
            {t('devicesOthers')}
          </Button>
        ) : null}
      </header>
      <ul className="account-devices">
        {devices.map((device) => (
          <li key={device.id}>
            <DeviceRow device={device} onSignOut={() => setSigningOut(device)} />
          </li>
        ))}
      </ul>
      {data ? null : error ? (
        <div className="account-failed">
          <ErrorText>{t('devicesFailed')}</ErrorText>
          <Button size="s" busy={isFetching} onClick={() => void refetch()}>
            {t('common:retry')}
          </Button>
        </div>
      ) : (
        <>
          <Skeleton kind="row" />
          <Skeleton kind="row" />
        </>
      )}
      {signingOut ? <SignOutDeviceDialog device={signingOut === 'others' ? null : signingOut} onClose={() => setSigningOut(null)} /> : null}
    </section>
  );
}

function DeviceRow({ device, onSignOut }: { device: SignedInDevice; onSignOut: () => void }): ReactNode {
  const { t } = useTranslation([accountTexts, commonTexts]);
  const now = useNow(15_000);
  const title = deviceTitle(device) ?? t('deviceUnknown');
  const Icon = isPhone(device) ? Smartphone : Monitor;
  return (
    <ListRow
      before={
        <span className="account-icon">
          <Icon size={20} />
        </span>
      }
      title={title}
      text={isHere(device, now) ? t('seenNow') : formatRelative(device.lastSeenAt, now, { locale: currentLocale() })}
      after={
        device.isCurrent ? (
          <Badge tone="accent">{t('deviceThis')}</Badge>
        ) : (
          <Button size="s" aria-label={t('deviceSignOutOf', { device: title })} onClick={onSignOut}>
            {t('deviceSignOut')}
          </Button>
        )
      }
    />
  );
}
