import { useQuery } from '@tanstack/react-query';
import { errorText, formatTime } from '@watchpost/sdk-core';
import type { SdCardVideo } from '@watchpost/sdk-core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';
import { currentLocale } from '../../shared/i18n/i18n.ts';
import { dayText } from '../../shared/time/time-texts.ts';
import { Button, buttonClass } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { text } from './sd-card-texts.ts';

export interface SdCardVideoDialogProps {
  readonly cameraId: string;
  readonly timeZone: string;
  readonly video: SdCardVideo;
  readonly onClose: () => void;
}

/** Plays a recording of the card, streamed from the camera. */
export function SdCardVideoDialog({ cameraId, timeZone, video, onClose }: SdCardVideoDialogProps): ReactNode {
  const client = useClient();
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const url = client.sdCard.videoUrl(cameraId, video.id);
  const locale = currentLocale();
  const title = text('player', {
    date: dayText(video.startAt, client.serverNow(), locale, timeZone),
    time: formatTime(video.startAt, { locale, timeZone, zone: true }),
  });
  const again = (): void => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return (
    <Dialog
      title={title}
      size="l"
      onClose={onClose}
      footer={
        <a className={buttonClass()} href={url} download>
          <Download size={20} />
          {text('download')}
        </a>
      }
    >
      {hasFailed ? (
        <Failure url={url} onRetry={again} />
      ) : (
        <video
          key={attempt}
          className="sd-card-video"
          src={url}
          aria-label={title}
          controls
          autoPlay
          muted
          playsInline
          onError={() => setFailed(true)}
        />
      )}
    </Dialog>
  );
}

/** Requests the reason from the server, because a player only knows that it failed. */
function Failure({ url, onRetry }: { readonly url: string; readonly onRetry: () => void }): ReactNode {
  const client = useClient();
  const { error } = useQuery({
    queryKey: ['sd-card-failure', url],
    queryFn: ({ signal }) =>
      client.http.request(url, { signal, headers: { Range: 'bytes=0-0' }, read: async (response) => response.status }),
    retry: false,
    gcTime: 0,
  });
  return (
    <div className="sd-card-failure">
      <EmptyState compact broken title={text('playFailed')} text={error ? errorText(error, currentLocale()) : text('failedText')}>
        <Button onClick={onRetry}>{text('retry')}</Button>
      </EmptyState>
    </div>
  );
}
