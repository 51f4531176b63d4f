import { useSignals } from '@preact/signals-react/runtime';
import { useQuery } from '@tanstack/react-query';
import { formatDuration, formatMoment } from '@watchpost/sdk-core';
import type { Camera } from '@watchpost/sdk-core';
import { Download, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { useCapabilities } from '../../../shared/live/capabilities.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { knownZone } from '../../../shared/time/time-texts.ts';
import { IconButton } from '../../../shared/ui/button.tsx';
import { downloadsOf, savedClipsOf } from '../archive-app-downloads.ts';
import { text } from '../archive-texts.ts';
import type { SavedClip } from './archive-saved-clips.ts';
import './archive-saved-clips.css';

/** The clips that the user saved to this device, also those of cameras that are gone: their files are still there. Nothing without any. */
export function SavedClips(): ReactNode {
  useTranslation();
  useSignals();
  const client = useClient();
  const clips = savedClipsOf(client);
  const { data: cameras } = useQuery({
    queryKey: ['cameras'],
    queryFn: ({ signal }) => client.cameras.list({ signal }),
    staleTime: 60_000,
  });
  const saved = clips.list.value;
  if (!cameras || saved.length === 0) return null;
  return (
    <section className="saved-clips" aria-labelledby="saved-clips">
      <h2 id="saved-clips">{text('savedClips')}</h2>
      <p className="dim">{text('savedClipsText')}</p>
      <ul>
        {saved.map((clip) => (
          <ClipRow
            key={`${clip.cameraId} ${clip.from} ${clip.to}`}
            clip={clip}
            camera={cameras.find(({ id }) => id === clip.cameraId)}
            onRemove={() => clips.remove(clip)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ClipRowProps {
  readonly clip: SavedClip;
  /** Absent: it was removed, or is no longer shared. */
  readonly camera: Camera | undefined;
  readonly onRemove: () => void;
}

function ClipRow({ clip, camera, onRemove }: ClipRowProps): ReactNode {
  const client = useClient();
  const canPlay = useCapabilities(camera)?.canPlayArchive === true;
  const { cameraId, from, to: until, savedAt } = clip;
  const locale = currentLocale();
  const title = camera?.title ?? clip.title;
  const timeZone = knownZone(camera?.timeZone ?? '');
  const momentOf = (at: number): string => formatMoment(at, client.serverNow(), { locale, timeZone });
  const name = text('nameOf', { camera: title, time: momentOf(from) });
  const again = (): void =>
    downloadsOf(client).start({ cameraId, title, name, range: { from, to: until }, requestedMs: until - from, withManifest: false });
  const words = (
    <span className="saved-clip-text">
      <b>{title}</b>
      <span className="dim n">
        {momentOf(from)} · {formatDuration(until - from)}
      </span>
      <span className="small dimmer">
        {canPlay ? text('savedClipAt', { time: momentOf(savedAt) }) : text(camera ? 'savedClipNoArchive' : 'savedClipGone')}
      </span>
    </span>
  );
  return (
    <li className="saved-clip">
      {canPlay ? (
        <>
          <Link className="saved-clip-link" to={to.Camera(cameraId, { at: from })}>
            <ClipPicture address={client.archive.previewUrl(cameraId, from, 160)} />
            {words}
          </Link>
          <IconButton label={text('savedClipAgain', { name })} onClick={again}>
            <Download size={20} />
          </IconButton>
        </>
      ) : (
        <div className="saved-clip-link">
          <span className="saved-clip-picture" />
          {words}
        </div>
      )}
      <IconButton label={text('savedClipRemove', { name })} onClick={onRemove}>
        <X size={20} />
      </IconButton>
    </li>
  );
}

function ClipPicture({ address }: { readonly address: string }): ReactNode {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <span className={isLoaded ? 'saved-clip-picture' : 'saved-clip-picture waits'}>
      <img src={address} alt="" loading="lazy" decoding="async" onLoad={() => setLoaded(true)} />
    </span>
  );
}
