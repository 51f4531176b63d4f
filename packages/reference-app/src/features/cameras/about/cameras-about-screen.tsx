import { useQuery } from '@tanstack/react-query';
import { errorText } from '@watchpost/sdk-core';
import type { Camera, CameraAbout } from '@watchpost/sdk-core';
import { copyText } from '@watchpost/sdk-core/browser';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { useCapabilities } from '../../../shared/live/capabilities.ts';
import { to } from '../../../shared/navigation/targets.ts';
import { Button, buttonClass } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { isMissing, useCamera } from '../cameras-queries.ts';
import { RemoveDialog } from '../actions/cameras-remove-dialog.tsx';
import { RenameDialog } from '../actions/cameras-rename-dialog.tsx';
import { aboutRows, aboutText } from './cameras-about-rows.ts';
import { faultTexts, text } from './cameras-about-texts.ts';
import { cameraTexts } from '../camera/cameras-camera-texts.ts';
import { commonTexts } from '../../../shared/i18n/common-texts.ts';
import './cameras-about.css';

export interface CameraAboutScreenProps {
  readonly cameraId: string;
  /** The firmware part, for users with full access. */
  readonly firmware: ReactNode;
  readonly onRemoved: () => void;
}

/** Shows what a camera is, for its owner and for support; renames and removes it. */
export function CameraAboutScreen({ cameraId, firmware, onRemoved }: CameraAboutScreenProps): ReactNode {
  const { t } = useTranslation([cameraTexts, commonTexts]);
  const client = useClient();
  const camera = useCamera(cameraId);
  const about = useQuery({
    queryKey: ['camera-about', cameraId],
    queryFn: ({ signal }) => client.cameras.about(cameraId, { signal }),
    retry: false,
  });
  const error = camera.error ?? about.error;
  if (isMissing(error)) {
    return (
      <EmptyState broken title={t('missingTitle')} text={t('missingText')}>
        <Link to={to.Dashboard()} className={buttonClass({ look: 'primary' })}>
          {t('backToCameras')}
        </Link>
      </EmptyState>
    );
  }
  // The camera keeps its own name: a new one is shown as soon as the server has it.
  if (camera.data && about.data)
    return <About camera={camera.data} about={{ ...about.data, name: camera.data.title }} firmware={firmware} onRemoved={onRemoved} />;
  if (error) {
    const retry = (): void => {
      for (const query of [camera, about]) if (query.error) void query.refetch();
    };
    return (
      <EmptyState broken title={text('failed')} text={errorText(error, currentLocale())}>
        <Button look="primary" busy={camera.isFetching || about.isFetching} onClick={retry}>
          {t('common:retry')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <div className="about" role="status" aria-label={t('common:loading')}>
      <div aria-hidden="true">
        {Array.from({ length: 5 }, (_, index) => (
          <div key={index} className="sk about-sk" />
        ))}
      </div>
    </div>
  );
}

function About({
  camera,
  about,
  firmware,
  onRemoved,
}: {
  camera: Camera;
  about: CameraAbout;
  firmware: ReactNode;
  onRemoved: () => void;
}): ReactNode {
  const { t } = useTranslation([cameraTexts, commonTexts]);
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const { canChangeSettings, canDeleteData } = useCapabilities(camera);
  const close = (): void => setOpen(null);
  const rows = aboutRows(about, faultTexts);
  const copy = (): void =>
    void copyText(aboutText(rows, text)).then(
      () => showToast('success', text('copied'), { id: 'about' }),
      (error: unknown) => showToast('error', errorText(error, currentLocale()), { id: 'about' }),
    );
  return (
    <div className="about">
      <dl className="about-rows">
        {rows.map(({ field, value }) => (
          <div key={field} className="about-row">
            <dt>{text(field)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {about.unplayedSound === undefined ? null : <p className="about-note">{text('unplayedSound', { codec: about.unplayedSound })}</p>}
      {about.model === null && about.firmwareVersion === null ? <p className="about-note">{text('notReported')}</p> : null}
      {canChangeSettings ? null : <p className="about-note">{text('forFullAccess')}</p>}
      <div className="about-actions">
        {canChangeSettings ? <Button onClick={() => setOpen('rename')}>{t('rename')}</Button> : null}
        <Button look="quiet" onClick={copy}>
          {text('copy')}
        </Button>
      </div>
      {canChangeSettings ? firmware : null}
      <section className="about-remove" aria-labelledby="about-remove">
        <h2 id="about-remove">{text('removeHeading')}</h2>
        <p>{text(canDeleteData ? 'removeOwner' : 'removeCustomer')}</p>
        <Button look="danger" onClick={() => setOpen('remove')}>
          {t('remove')}
        </Button>
      </section>
      {open === 'rename' ? <RenameDialog camera={camera} onClose={close} /> : null}
      {open === 'remove' ? <RemoveDialog camera={camera} onClose={close} onRemoved={onRemoved} /> : null}
    </div>
  );
}
