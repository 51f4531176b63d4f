import { errorText, formatMoment } from '@watchpost/sdk-core';
import type { Bookmark, Camera } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { useServerNow } from '../../shared/live/capabilities.ts';
import { useMomentEntries } from '../../shared/moment/moment-entries.tsx';
import { to } from '../../shared/navigation/targets.ts';
import { knownZone } from '../../shared/time/time-texts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { BookmarkDialog } from './bookmarks-dialog.tsx';
import { BookmarkMenu } from './bookmarks-menu.tsx';
import { useBookmarkCameras, useBookmarkChanges, useBookmarks } from './bookmarks-queries.ts';
import { text } from './bookmarks-texts.ts';
import { untilText } from './bookmarks-until.ts';
import './bookmarks.css';

/** The user's saved moments, the latest first. */
export function BookmarkList(): ReactNode {
  useTranslation();
  const { data: bookmarks, error, refetch } = useBookmarks();
  const cameras = useBookmarkCameras();
  const changes = useBookmarkChanges();
  const [editing, setEditing] = useState<Bookmark | null>(null);
  const failed = (error: Error): void =>
    showToast('error', text('removeFailed'), { id: 'bookmark', text: errorText(error, currentLocale()) });
  const remove = (bookmark: Bookmark): void => {
    const { cameraId, at, note } = bookmark;
    const undo = (): void => changes.create.mutate({ cameraId, at, note }, { onError: failed });
    changes.remove.mutate(bookmark, {
      onSuccess: () => showToast('info', text('removed'), { id: 'bookmark', action: { label: text('undo'), onAction: undo } }),
      onError: failed,
    });
  };
  if (!bookmarks && error) {
    return (
      <EmptyState broken title={text('listFailed')} text={errorText(error, currentLocale())}>
        <Button look="primary" onClick={() => void refetch()}>
          {text('retry')}
        </Button>
      </EmptyState>
    );
  }
  if (!bookmarks) return <BookmarkSkeleton />;
  if (bookmarks.length === 0) return <EmptyState title={text('none')} text={text('noneText')} />;
  return (
    <>
      <ul className="bookmarks" aria-label={text('list')}>
        {bookmarks.map((bookmark) => (
          <BookmarkRow
            key={bookmark.id}
            bookmark={bookmark}
            camera={cameras?.find(({ id }) => id === bookmark.cameraId)}
            onEdit={() => setEditing(bookmark)}
            onRemove={() => remove(bookmark)}
          />
        ))}
      </ul>
      {editing ? <BookmarkDialog cameraId={editing.cameraId} at={editing.at} bookmark={editing} onClose={() => setEditing(null)} /> : null}
    </>
  );
}

interface BookmarkRowProps {
  readonly bookmark: Bookmark;
  readonly camera: Camera | undefined;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function BookmarkRow({ bookmark, camera, onEdit, onRemove }: BookmarkRowProps): ReactNode {
  const { cameraId, at, note, footageUntil } = bookmark;
  const client = useClient();
  const now = useServerNow();
  const momentEntries = useMomentEntries();
  const [isLoaded, setLoaded] = useState(false);
  const moment = formatMoment(at, now(), { locale: currentLocale(), timeZone: knownZone(camera?.timeZone ?? '') });
  const title = camera?.title ?? text('unknownCamera');
  const isGone = footageUntil !== null && footageUntil <= now();
  return (
    <li className="bookmark">
      <Link className="bookmark-link" to={to.Camera(cameraId, { at })}>
        <span className={isLoaded ? 'bookmark-picture' : 'bookmark-picture waits'}>
          {isGone ? null : (
            <img src={client.archive.previewUrl(cameraId, at, 160)} alt="" loading="lazy" decoding="async" onLoad={() => setLoaded(true)} />
          )}
        </span>
        <span className="bookmark-text">
          <span className="bookmark-note">{note === '' ? title : note}</span>
          <span className="dim n">{note === '' ? moment : `${title}, ${moment}`}</span>
          <span className="bookmark-until">{untilText(footageUntil, now(), camera?.timeZone)}</span>
        </span>
      </Link>
      <BookmarkMenu
        name={`${title}, ${moment}`}
        moment={momentEntries({ cameraId, camera, at: () => at })}
        onEdit={onEdit}
        onRemove={onRemove}
      />
    </li>
  );
}

function BookmarkSkeleton(): ReactNode {
  return (
    <div className="bookmarks" role="status" aria-label={text('loading')}>
      {Array.from({ length: 3 }, (_, index) => (
        <div className="bookmark" key={index} aria-hidden="true">
          <span className="bookmark-link">
            <span className="bookmark-picture waits" />
            <span className="bookmark-text">
              <span className="sk bookmark-sk" />
              <span className="sk bookmark-sk short" />
            </span>
          </span>
        </div>
      ))}
    </div>
  );
}
