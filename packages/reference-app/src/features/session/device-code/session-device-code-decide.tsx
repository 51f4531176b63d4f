import { useSignals } from '@preact/signals-react/runtime';
import { formatRelative } from '@watchpost/sdk-core';
import type { DeviceAuthorization } from '@watchpost/sdk-core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../shared/live/now.ts';
import { useClient } from '../../../shared/client.tsx';
import { codeErrorText } from '../../../shared/code/code-errors.ts';
import { codeTexts } from '../../../shared/code/code-texts.ts';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { Banner } from '../../../shared/ui/status.tsx';
import { deviceCodeTexts } from './session-device-code-texts.ts';

export interface DecideStepProps {
  readonly authorization: DeviceAuthorization;
  /** The decision that is being sent. */
  readonly deciding: 'approve' | 'deny' | null;
  readonly error: Error | null;
  readonly onDecide: (isApproved: boolean) => void;
  readonly onOtherCode: () => void;
}

/** Second step: which device asks, and the decision. */
export function DecideStep({ authorization, deciding, error, onDecide, onOtherCode }: DecideStepProps): ReactNode {
  useSignals();
  const { t } = useTranslation([deviceCodeTexts, codeTexts]);
  const account = useClient().session.current.value?.email ?? '';
  const now = useNow(15_000);
  const title = useRef<HTMLHeadingElement>(null);
  // Not on a button: Enter that was pressed for the code must not approve.
  useEffect(() => title.current?.focus(), []);
  const { userCode, deviceName, address, requestedAt } = authorization;
  const rows = [
    [t('device'), deviceName],
    [t('code'), userCode],
    [t('requested'), formatRelative(requestedAt, now, { locale: currentLocale() })],
    [t('address'), address],
    [t('account'), account],
  ];
  return (
    <div className="device-code">
      <h1 ref={title} tabIndex={-1}>
        {t('decideTitle')}
      </h1>
      <dl className="device-code-rows">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Banner kind="warning">
        <b>{t('warning')}</b> {t('warningText')}
      </Banner>
      {error ? <ErrorText>{codeErrorText(error)}</ErrorText> : null}
      <div className="device-code-actions">
        <Button look="primary" size="l" busy={deciding === 'approve'} disabled={deciding === 'deny'} onClick={() => onDecide(true)}>
          {t('approve')}
        </Button>
        <Button size="l" busy={deciding === 'deny'} disabled={deciding === 'approve'} onClick={() => onDecide(false)}>
          {t('deny')}
        </Button>
        <button type="button" className="wp-link" disabled={deciding !== null} onClick={onOtherCode}>
          {t('otherCode')}
        </button>
      </div>
    </div>
  );
}
