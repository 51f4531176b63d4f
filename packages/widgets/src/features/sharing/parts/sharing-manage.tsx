import type { JSX } from 'react';
import { useValue } from '../../../element/use-value.ts';
import { useSharing } from './sharing-context.tsx';

/** Where a link can be revoked. */
export function SharingManage({
  url,
  onManageAccess,
}: {
  readonly url: string | null;
  readonly onManageAccess?: (() => void) | undefined;
}): JSX.Element {
  const { share, t } = useSharing();
  const [only, ...others] = useValue(share.chosen);
  const [before, after] = t('revoke', { manage: '|' }).split('|');
  const path = only && others.length === 0 ? `/cameras/${only.id}/settings/manage-access` : '/settings/permissions';
  // Before there is a link its server is not known here, and there is nothing to revoke.
  // A server under a path has its links there too: `https://example.org/cams/s/…`.
  const href = url === null ? null : url.replace(/\/s\/[\w/]*$/, '') + path;
  return (
    <p className="wp-share-note wp-share-manage">
      {before}
      {href === null ? (
        t('manage')
      ) : (
        <a
          className="wp-link"
          href={href}
          onClick={(event) => {
            if (!onManageAccess || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            onManageAccess();
          }}
        >
          {t('manage')}
        </a>
      )}
      {after}
    </p>
  );
}
