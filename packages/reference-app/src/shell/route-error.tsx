import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { Button } from '../shared/ui/button.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { NotFound } from './not-found.tsx';

/** A chunk that is gone means that the app was updated under this page, or that the network was lost; only a reload helps. */
function isChunkError(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|module script|preload CSS/i.test(error.message);
}

/** What a route shows when there is no such address, or when it failed to load or to render. */
export function RouteError(): ReactNode {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <Failure isChunk={isChunkError(error)} />;
}

function Failure({ isChunk }: { isChunk: boolean }): ReactNode {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  return (
    <EmptyState broken level="h1" title={t(isChunk ? 'shell.updatedTitle' : 'shell.failedTitle')} text={t(isChunk ? 'shell.updatedText' : 'shell.failedText')}>
      {isChunk ? (
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
