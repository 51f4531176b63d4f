import { errorText } from '@watchpost/sdk-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { Skeleton } from '../../../shared/ui/status.tsx';
import { Links } from '../manage/sharing-links.tsx';
import { useOwnInvites } from '../manage/sharing-queries.ts';
import { text } from './sharing-permissions-texts.ts';

/** The user's own links, over all cameras. */
export function LinksDialog({ now, onClose }: { readonly now: number; readonly onClose: () => void }): ReactNode {
  useTranslation();
  const { data, error, isFetching, refetch } = useOwnInvites();
  return (
    <Dialog title={text('yourLinks')} size="l" onClose={onClose}>
      <div className="share-in-dialog" aria-busy={!data && !error}>
        {data ? (
          <Links invites={data} now={now} heading={false} />
        ) : error ? (
          <>
            <ErrorText>{`${text('linksFailed')}. ${errorText(error, currentLocale())}`}</ErrorText>
            <Button size="s" busy={isFetching} onClick={() => void refetch()}>
              {text('retry')}
            </Button>
          </>
        ) : (
          <Skeleton kind="row" />
        )}
      </div>
    </Dialog>
  );
}
