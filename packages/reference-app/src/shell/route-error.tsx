import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator, useRouteError } from 'react-router';
import { Button } from '../shared/ui/button.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';

/** A chunk that is gone means that the app was updated under this page, or that the network was lost; only a reload helps. */
function isChunkError(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script|preload CSS/i.test(error.message);
}

/** What a route shows when it failed to load or to render. */
export function RouteError(): ReactNode {
  const { t } = useTranslation();
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  const chunk = isChunkError(error);
  return (
    <EmptyState broken level="h1" title={t(chunk ? 'shell.updatedTitle' : 'shell.failedTitle')} text={t(chunk ? 'shell.updatedText' : 'shell.failedText')}>
      {chunk ? (
        <Button look="primary" onClick={() => location.reload()}>
          {t('shell.reload')}
        </Button>
      ) : (
        <Button look="primary" onClick={() => void revalidate()}>
          {t('common.retry')}
        </Button>
      )}
    </EmptyState>
  );
}
