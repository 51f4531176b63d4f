import { useSignals } from '@preact/signals-react/runtime';
import { useQuery } from '@tanstack/react-query';
import { errorText, systemClock } from '@watchpost/sdk-core';
import type { Camera, VideoWall as KeptWall, WallArrangement } from '@watchpost/sdk-core';
import { WatchpostProvider } from '@watchpost/widgets/react';
import { VideoWall } from '@watchpost/widgets/video-wall';
import type { VideoWallProps } from '@watchpost/widgets/video-wall';
import { useCallback, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { createWallKeeper } from './video-wall-keeper.ts';
import type { WallKeeper } from './video-wall-keeper.ts';
import { text } from './video-wall-texts.ts';
import './video-wall.css';

export interface VideoWallScreenProps {
  /** Null while they load. */
  readonly cameras: readonly Camera[] | null;
  readonly onBack: () => void;
  readonly onAddCamera: () => void;
}

/** The video wall, which stays open for hours. */
export function VideoWallScreen(props: VideoWallScreenProps): ReactNode {
  // Renders again when the language changes.
  useTranslation();
  const client = useClient();
  // Read once: afterwards only this page changes it.
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['video-wall'],
    queryFn: ({ signal }) => client.videoWall.get({ signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (error && !data) {
    return (
      <EmptyState broken level="h2" title={text('loadFailed')} text={errorText(error, currentLocale())}>
        <Button look="primary" busy={isFetching} onClick={() => void refetch()}>
          {text('tryAgain')}
        </Button>
      </EmptyState>
    );
  }
  return data ? <Kept {...props} kept={data} /> : <div className="wall-wait" aria-busy="true" />;
}

function Kept({ kept, ...props }: VideoWallScreenProps & { kept: KeptWall }): ReactNode {
  const client = useClient();
  const [keeper] = useState(() =>
    createWallKeeper({
      api: client.videoWall,
      clock: systemClock,
      kept,
      onFailed: (error, retry) => {
        showToast('error', text('notSaved'), {
          id: 'wall-not-saved',
          text: errorText(error, currentLocale()),
          action: { label: text('tryAgain'), onAction: retry },
        });
      },
    }),
  );
  useEffect(() => {
    window.addEventListener('pagehide', keeper.flush);
    return () => {
      window.removeEventListener('pagehide', keeper.flush);
      keeper.flush();
    };
  }, [keeper]);
  return <Wall {...props} keeper={keeper} />;
}

function Wall({ cameras, keeper, onBack, onAddCamera }: VideoWallScreenProps & { keeper: WallKeeper }): ReactNode {
  useSignals();
  const { arrangement, isDeviceOnly } = keeper.state.value;
  const client = useClient();
  const loadActivity = useCallback<NonNullable<VideoWallProps['loadActivity']>>(
    async (id, { signal, ...range }) => (await client.events.timeline(id, range, { signal })).activity,
    [client],
  );
  const onArrange = (next: WallArrangement, removed: string | null): void => {
    const before = keeper.state.peek().arrangement;
    keeper.change(next);
    if (removed === null) return;
    const camera = cameras?.find(({ id }) => id === removed)?.title ?? '';
    showToast('info', text('removed', { camera }), {
      id: 'wall-removed',
      action: { label: text('undo'), onAction: () => keeper.change(before) },
    });
  };
  return (
    <WatchpostProvider client={client} locale={currentLocale()}>
      <VideoWall
        cameras={cameras}
        arrangement={arrangement}
        report="server"
        loadActivity={loadActivity}
        onArrange={onArrange}
        onBack={onBack}
        onAddCamera={onAddCamera}
        isDeviceOnly={isDeviceOnly}
        onDeviceOnly={keeper.setDeviceOnly}
      />
    </WatchpostProvider>
  );
}
