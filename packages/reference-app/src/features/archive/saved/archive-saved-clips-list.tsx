import { useSignals } from '@preact/signals-react/runtime';
import { useMutation, useQuery } from '@tanstack/react-query';
import { errorText, formatDuration, formatMoment } from '@watchpost/sdk-core';
import type { Camera, SavedClip } from '@watchpost/sdk-core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { knownZone } from '../../../shared/time/time-texts.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { downloadsOf, savedClipsOf } from '../archive-app-downloads.ts';
import { text } from '../archive-texts.ts';
import { SavedClipDialog } from './archive-saved-clip-dialog.tsx';
import { SavedClipMenu } from './archive-saved-clip-menu.tsx';
import './archive-saved-clips.css';

/** The clips that the user saved, on whatever device; the newest first. Nothing without any. */
export function SavedClips(): ReactNode {
  useTranslation();
  useSignals();
  const client = useClient();
  const clips = client.savedClips.state.value;
  const { error, refetch } = useQuery({
    queryKey: ['saved-clips'],
    queryFn: async ({ signal }) => {
      await savedClipsOf(client)?.send({ signal });
      return client.savedClips.list({ signal });
    },
  });
  const { data: cameras } = useQuery({
    queryKey: ['cameras'],
    queryFn: ({ signal }) => client.cameras.list({ signal }),
    staleTime: 60_000,
  });
  if (!clips && error) {
    return (
      <EmptyState broken title={text('savedClipsFailed')} text={errorText(error, currentLocale())}>
        <Button look="primary" onClick={() => void refetch()}>
          {text('again')}
        </Button>
      </EmptyState>
    );
  }
  const rows = (clips ?? []).flatMap((clip) => {
    const camera = cameras?.find(({ id }) => id === clip.cameraId);
    return camera ? [<ClipRow key={clip.id} clip={clip} camera={camera} />] : [];
  });
  if (rows.length === 0) return null;
  return (
    <section className="saved-clips" aria-labelledby="saved-clips">
      <h2 id="saved-clips">{text('savedClips')}</h2>
      <p className="dim">{text('savedClipsText')}</p>
      <ul>{rows}</ul>
    </section>
  );
}

interface ClipRowProps {
  readonly clip: SavedClip;
  readonly camera: Camera;
}

function ClipRow({ clip, camera }: ClipRowProps): ReactNode {
  const client = useClient();
  const { savedClips } = client;
  const [isEditing, setEditing] = useState(false);
  const { cameraId, from, to: until, savedAt, note, footage } = clip;
  const { title } = camera;
  const locale = currentLocale();
  const timeZone = knownZone(camera.timeZone);
  const momentOf = (at: number): string => formatMoment(at, client.serverNow(), { locale, timeZone });
  const name = text('nameOf', { camera: title, time: momentOf(from) });
  const span = `${momentOf(from)} · ${formatDuration(until - from)}`;
  const failed = (error: Error): void =>
    showToast('error', text('savedClipFailed'), { id: 'saved-clip', text: errorText(error, currentLocale()) });
  const restore = useMutation({
    mutationFn: async () => {
      const { id } = await savedClips.create({ cameraId, from, to: until, savedAt });
      if (note !== '') await savedClips.update(id, { note });
    },
    onError: failed,
  });
  const remove = useMutation({
    mutationFn: () => savedClips.remove(clip.id),
    onSuccess: () =>
      showToast('info', text('savedClipRemoved'), {
        id: 'saved-clip',
        action: { label: text('savedClipUndo'), onAction: () => restore.mutate() },
      }),
    onError: failed,
  });
  const again = (): void =>
    downloadsOf(client).start({ cameraId, title, name, range: { from, to: until }, requestedMs: until - from, withManifest: false });
  const isThere = footage === 'available';
  const words = (
    <span className="saved-clip-text">
      <b>{note === '' ? title : note}</b>
      <span className="dim n">{note === '' ? span : `${title}, ${span}`}</span>
      <span className="small dimmer">
        {isThere
          ? text('savedClipAt', { time: momentOf(savedAt) })
          : text(footage === 'none' ? 'savedClipNoFootage' : 'savedClipNoArchive')}
      </span>
    </span>
  );
  return (
    <li className="saved-clip">
      {isThere ? (
        <Link className="saved-clip-link" to={to.Camera(cameraId, { at: from })}>
          <ClipPicture address={client.archive.previewUrl(cameraId, from, 160)} />
          {words}
        </Link>
      ) : (
        <div className="saved-clip-link">
          <span className="saved-clip-picture" />
          {words}
        </div>
      )}
      <SavedClipMenu name={name} onAgain={isThere ? again : null} onEdit={() => setEditing(true)} onRemove={() => remove.mutate()} />
      {isEditing ? <SavedClipDialog clip={clip} name={name} onClose={() => setEditing(false)} /> : null}
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
