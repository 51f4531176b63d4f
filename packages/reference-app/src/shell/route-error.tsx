import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { LostCode } from '../shared/browser/load-code.ts';
import { Button } from '../shared/ui/button.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { NotFound } from './not-found.tsx';
import { shellTexts } from './shell-texts.ts';
import { commonTexts } from '../shared/i18n/common-texts.ts';

/** Shown for an unknown address, or a route that failed to load or to render. */
export function RouteError(): ReactNode {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <Failure isLost={error instanceof LostCode} />;
}

/** @param isLost only a reload helps */
function Failure({ isLost }: { isLost: boolean }): ReactNode {
  const { t } = useTranslation([shellTexts, commonTexts]);
  const { revalidate } = useRevalidator();
  return (
    <EmptyState broken level="h1" title={t(isLost ? 'updatedTitle' : 'failedTitle')} text={t(isLost ? 'updatedText' : 'failedText')}>
      {isLost ? (
        <Button look="primary" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      ) : (
        <Button look="primary" onClick={() => void revalidate()}>
          {t('common:retry')}
        </Button>
      )}
    </EmptyState>
  );
}
