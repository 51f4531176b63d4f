import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { billingText, PlanScreen, WithBilling } from '../../features/billing/index.ts';
import { cameraListQuery } from '../../features/cameras/index.ts';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { useClient } from '../../shared/client.tsx';
import { to } from '../../shared/navigation/targets.ts';
import { NotFound } from '../../shell/not-found.tsx';
import { ScreenHeader } from '../../shell/screen-header.tsx';
import { shellTexts } from '../../shell/shell-texts.ts';

/** /cameras/{id}/settings/subscription */
export function CameraPlanRoute(): ReactNode {
  return (
    <WithBilling disabled={<NotFound />}>
      <CameraPlan />
    </WithBilling>
  );
}

function CameraPlan(): ReactNode {
  const { id = '' } = useParams();
  const { t } = useTranslation(shellTexts);
  const title = billingText('plan.title');
  usePageTitle(title);
  const { data: cameras } = useQuery({ ...cameraListQuery(useClient()), refetchInterval: false });
  return (
    <>
      <ScreenHeader
        title={title}
        under={cameras?.find((one) => one.id === id)?.title ?? '\u00a0'}
        back={{ to: to.Camera(id), label: t('toCamera') }}
      />
      <PlanScreen key={id} cameraId={id} changePath={to.ChangeCameraPlan(id)} />
    </>
  );
}
