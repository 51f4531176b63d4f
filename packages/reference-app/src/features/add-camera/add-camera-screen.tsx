import { useQueryClient } from '@tanstack/react-query';
import type { Camera, DiscoveredCamera } from '@watchpost/sdk-core';
import { WatchpostError } from '@watchpost/sdk-core';
import { ArrowLeft, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useBlocker } from 'react-router';
import { browserClock } from '../../shared/browser/clock.ts';
import { usePageTitle } from '../../shared/browser/hooks.ts';
import { useClient } from '../../shared/client.tsx';
import { to } from '../../shared/navigation/targets.ts';
import { iconButtonClass } from '../../shared/ui/button.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import type { CameraAddress } from './add-camera-address.ts';
import { addByAddress } from './add-camera-attempt.ts';
import { ChosenCameraForm } from './add-camera-chosen.tsx';
import { addCameraFailure } from './add-camera-errors.ts';
import type { AddCameraFailure } from './add-camera-errors.ts';
import { AddCameraForm } from './add-camera-form.tsx';
import { LeaveDialog } from './add-camera-leave-dialog.tsx';
import { AddCameraProgress } from './add-camera-progress.tsx';
import type { StepProgress } from './add-camera-progress.tsx';
import { CameraSearch } from './add-camera-search.tsx';
import './add-camera.css';

/** From an address, or a camera that was found, to a picture. The forms stay mounted while connecting, so that nothing typed is ever lost. */
export function AddCameraScreen({ onAdded }: { onAdded: (camera: Camera) => void }): ReactNode {
  const { t } = useTranslation();
  usePageTitle(t('addCamera.title'));
  const client = useClient();
  const cache = useQueryClient();
  const [progress, setProgress] = useState<StepProgress | null>(null);
  const [registered, setRegistered] = useState<Camera | null>(null);
  const [failure, setFailure] = useState<AddCameraFailure | null>(null);
  const [isChanged, setIsChanged] = useState(false);
  const [isChosenChanged, setIsChosenChanged] = useState(false);
  const [chosen, setChosen] = useState<DiscoveredCamera | null>(null);
  const attempt = useRef<AbortController | null>(null);
  const done = useRef(false);
  useEffect(() => () => attempt.current?.abort(), []);
  const blocker = useBlocker(() => (isChanged || isChosenChanged) && !done.current);

  const connect = async (kind: 'rtsp' | 'onvif', address: CameraAddress, title: string): Promise<void> => {
    const controller = new AbortController();
    attempt.current = controller;
    setFailure(null);
    try {
      const camera = await addByAddress({
        client,
        clock: browserClock,
        kind,
        address,
        title,
        signal: controller.signal,
        onStep: (step) => setProgress((before) => ({ step, starts: { ...before?.starts, [step]: browserClock.now() } })),
        onRegistered: (added) => {
          done.current = true;
          setRegistered(added);
          void cache.invalidateQueries({ queryKey: ['cameras'] });
        },
      });
      if (controller.signal.aborted) return;
      showToast('success', t('addCamera.added', { name: camera.title }));
      onAdded(camera);
    } catch (error) {
      setProgress(null);
      if (error instanceof WatchpostError && error.code === 'aborted') showToast('info', t('addCamera.cancelled'), { id: 'add-camera' });
      else setFailure(addCameraFailure(error));
    }
  };
  const choose = (camera: DiscoveredCamera | null): void => {
    setFailure(null);
    setIsChosenChanged(false);
    setChosen(camera);
  };
  const cancel = (): void => {
    attempt.current?.abort();
    if (registered) onAdded(registered);
  };

  return (
    <div className="flow">
      <header className="head">
        <Link className={iconButtonClass()} to={to.Dashboard()} aria-label={t('common.back')} title={t('common.back')}>
          <ArrowLeft size={24} />
        </Link>
        <p className="grow flow-title">{t('addCamera.title')}</p>
        <Link className={iconButtonClass()} to={to.Dashboard()} aria-label={t('common.close')} title={t('common.close')}>
          <X size={24} />
        </Link>
      </header>
      <main className="flow-main">
        <div hidden={progress !== null || chosen !== null}>
          <AddCameraForm
            failure={chosen ? null : failure}
            search={<CameraSearch onChoose={choose} />}
            onChanged={setIsChanged}
            onSubmit={(address, title) => void connect('rtsp', address, title)}
          />
        </div>
        {chosen ? (
          <div className="add-found" hidden={progress !== null}>
            <ChosenCameraForm
              key={chosen.address}
              camera={chosen}
              failure={failure}
              onChanged={setIsChosenChanged}
              onBack={() => choose(null)}
              onSubmit={(address, title) => void connect('onvif', address, title)}
            />
          </div>
        ) : null}
        {progress === null ? null : <AddCameraProgress progress={progress} camera={registered} onCancel={cancel} />}
      </main>
      {blocker.state === 'blocked' ? <LeaveDialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} /> : null}
    </div>
  );
}
