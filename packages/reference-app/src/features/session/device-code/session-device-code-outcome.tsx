import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../shared/navigation/targets.ts';
import { buttonClass } from '../../../shared/ui/button.tsx';
import { deviceCodeTexts } from './session-device-code-texts.ts';

/** What follows from the decision. */
export function DeviceCodeOutcome({ isApproved, deviceName }: { readonly isApproved: boolean; readonly deviceName: string }): ReactNode {
  const { t } = useTranslation(deviceCodeTexts);
  const title = useRef<HTMLHeadingElement>(null);
  // The focused button is gone.
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="device-code">
      <div>
        <h1 ref={title} tabIndex={-1}>
          {t(isApproved ? 'approvedTitle' : 'deniedTitle')}
        </h1>
        <p className="dim device-code-lead">{t(isApproved ? 'approvedText' : 'deniedText', { device: deviceName })}</p>
      </div>
      <div className="device-code-actions">
        <Link to={to.Dashboard()} className={buttonClass({ look: 'primary', size: 'l' })}>
          {t('toCameras')}
        </Link>
        <Link to={to.SettingsAccount()} className={buttonClass({ size: 'l' })}>
          {t('toDevices')}
        </Link>
      </div>
    </div>
  );
}
