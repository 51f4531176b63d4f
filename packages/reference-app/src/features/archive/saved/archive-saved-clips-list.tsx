import { useSignals } from '@preact/signals-react/runtime';
import { useQuery } from '@tanstack/react-query';
import { formatDuration, formatMoment } from '@watchpost/sdk-core';
import { Download, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { knownZone } from '../../../shared/time/time-texts.ts';
import { IconButton } from '../../../shared/ui/button.tsx';
import { downloadsOf, savedClipsOf } from '../archive-app-downloads.ts';
import { text } from '../archive-texts.ts';
import type { SavedClip } from './archive-saved-clips.ts';
import './archive-saved-clips.css';

/** The clips that were saved to this device, of the cameras that the user sees; nothing without any. */
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
  // A browser may be shared with others, who see other cameras.
  const shown = clips.list.value.flatMap((clip) => {
    const camera = cameras?.find(({ id }) => id === clip.cameraId);
    return camera ? [{ clip, camera }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <section className="saved-clips" aria-labelledby="saved-clips">
      <h2 id="saved-clips">{text('savedClips')}</h2>
      <p className="dim">{text('savedClipsText')}</p>
      <ul>
        {shown.map(({ clip, camera: { title, timeZone } }) => (
          <ClipRow
            key={`${clip.cameraId} ${clip.from} ${clip.to}`}
            clip={clip}
            title={title}
            timeZone={knownZone(timeZone)}
            onRemove={() => clips.remove(clip)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ClipRowProps {
  readonly clip: SavedClip;
  readonly title: string;
  readonly timeZone: string;
  readonly onRemove: () => void;
}

function ClipRow({ clip, title, timeZone, onRemove }: ClipRowProps): ReactNode {
  const client = useClient();
  const [isLoaded, setLoaded] = useState(false);
  const { cameraId, from, to: until, savedAt } = clip;
  const locale = currentLocale();
  const momentOf = (at: number): string => formatMoment(at, client.serverNow(), { locale, timeZone });
  const name = text('nameOf', { camera: title, time: momentOf(from) });
  const again = (): void =>
    downloadsOf(client).start({ cameraId, name, range: { from, to: until }, requestedMs: until - from, withManifest: false });
  return (
    <li className="saved-clip">
      <Link className="saved-clip-link" to={to.Camera(cameraId, { at: from })}>
        <span className={isLoaded ? 'saved-clip-picture' : 'saved-clip-picture waits'}>
          <img src={client.archive.previewUrl(cameraId, from, 160)} alt="" loading="lazy" decoding="async" onLoad={() => setLoaded(true)} />
        </span>
        <span className="saved-clip-text">
          <b>{title}</b>
          <span className="dim n">
            {momentOf(from)} · {formatDuration(until - from)}
          </span>
          <span className="small dimmer">{text('savedClipAt', { time: momentOf(savedAt) })}</span>
        </span>
      </Link>
      <IconButton label={text('savedClipAgain', { name })} onClick={again}>
        <Download size={20} />
      </IconButton>
      <IconButton label={text('savedClipRemove', { name })} onClick={onRemove}>
        <X size={20} />
      </IconButton>
    </li>
  );
}
