import { useEffect, useRef, useState } from 'react';
import type { JSX } from 'react';
import { generalErrorText } from '@watchpost/sdk-core';
import { useValue } from '../../../element/use-value.ts';
import { Button } from '../../../primitives/action/button.tsx';
import { IconButton } from '../../../primitives/action/icon-button.tsx';
import { ChevronLeftIcon, CloseIcon } from '../../../primitives/control-icons.tsx';
import { Banner } from '../../../primitives/status/banner.tsx';
import { EmptyState } from '../../../primitives/status/empty-state.tsx';
import { Spinner } from '../../../primitives/status/spinner.tsx';
import { useSharing } from './sharing-context.tsx';
import { SharingPicker } from './sharing-picker.tsx';
import { SharingResult } from './sharing-result.tsx';
import { SharingSettings } from './sharing-settings.tsx';

export interface SharingBodyProps {
  readonly titleId: string;
  readonly isEditing: boolean;
  readonly onClose: () => void;
  readonly onManageAccess?: (() => void) | undefined;
  readonly onAddCamera?: (() => void) | undefined;
}

/** Title bar, and below it one of: the settings with their result, the list of cameras, or why there is nothing to share. */
export function SharingBody({ titleId, isEditing, onClose, onManageAccess, onAddCamera }: SharingBodyProps): JSX.Element {
  const { share, t } = useSharing();
  const cameras = useValue(share.cameras);
  const shareable = useValue(share.shareable);
  const invite = useValue(share.invite);
  const isChanged = useValue(share.isChanged);
  const hasChosen = useValue(share.chosen).length > 0;
  // Null until the cameras are known.
  const [isPicking, setPicking] = useState<boolean | null>(null);
  // On a phone there is room either for the settings or for the link: the settings of this one are wanted.
  const [openedFor, setOpenedFor] = useState(() => share.invite.peek());
  const isDone = invite !== null && !isChanged && openedFor !== invite;
  const hasCameras = cameras.kind === 'ready' && (shareable.length > 0 || isEditing);
  // Without a camera there is nothing to say about a link yet: the list comes first.
  if (isPicking === null && hasCameras) setPicking(!hasChosen && shareable.length > 0);
  const picking = isPicking === true && hasCameras;
  const columns = useRef<HTMLDivElement>(null);
  useReturnedFocus(picking, () => columns.current?.querySelector<HTMLElement>('.wp-share-chosen button')?.focus());
  useEffect(() => {
    const back = (): void => share.forgetNetworkError();
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, [share]);

  return (
    <div className={isDone ? 'wp-share-inner wp-share-done' : 'wp-share-inner'}>
      <header className="wp-dialog-header wp-share-header">
        {picking && hasChosen && (
          <IconButton label={t('back')} onClick={() => setPicking(false)}>
            <ChevronLeftIcon />
          </IconButton>
        )}
        <h2 className="wp-dialog-title" id={titleId}>
          {picking ? t('chooseCameras') : t(isEditing ? 'editLink' : 'share')}
        </h2>
        <IconButton label={t('close')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </header>
      {!hasCameras && <SharingNothing onAddCamera={onAddCamera} />}
      {picking && <SharingPicker titleId={titleId} cameras={cameras.cameras} onDone={() => setPicking(false)} />}
      {hasCameras && (
        // Kept while cameras are chosen: nothing that was unfolded or typed is lost.
        <div ref={columns} className="wp-share-columns" hidden={picking}>
          <div className="wp-share-scroll">
            {isEditing && <Banner>{t('editNote')}</Banner>}
            <SharingSettings onPick={() => setPicking(true)} />
          </div>
          <SharingResult onManageAccess={onManageAccess} onSettings={() => setOpenedFor(invite)} />
        </div>
      )}
    </div>
  );
}

/** The focus was in the list, which is gone: it goes to where the list is opened. */
function useReturnedFocus(picking: boolean, focus: () => void): void {
  const wasPicking = useRef(false);
  useEffect(() => {
    if (wasPicking.current && !picking) focus();
    wasPicking.current = picking;
  });
}

function SharingNothing({ onAddCamera }: Pick<SharingBodyProps, 'onAddCamera'>): JSX.Element {
  const { share, locale, t } = useSharing();
  const cameras = useValue(share.cameras);
  if (cameras.kind === 'loading') {
    return (
      <div className="wp-share-wait">
        <Spinner label={t('loading')} />
      </div>
    );
  }
  if (cameras.kind === 'failed') {
    return (
      <EmptyState compact broken title={t('failed')} text={generalErrorText(cameras.error, locale)}>
        <Button onClick={() => void share.loadCameras()}>{t('retry')}</Button>
      </EmptyState>
    );
  }
  const hasNone = cameras.cameras.length === 0;
  return (
    <EmptyState compact title={t('noCameras')} text={t(hasNone ? 'noCamerasText' : 'onlyViewText')}>
      {onAddCamera && hasNone ? (
        <Button look="primary" onClick={onAddCamera}>
          {t('addCamera')}
        </Button>
      ) : null}
    </EmptyState>
  );
}
