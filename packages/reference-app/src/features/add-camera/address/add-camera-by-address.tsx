import { useQueryClient } from '@tanstack/react-query';
import type { Camera, DiscoveredCamera } from '@watchpost/sdk-core';
import { WatchpostError, systemClock } from '@watchpost/sdk-core';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { showToast } from '../../../shared/ui/toast.ts';
import { addCameraFailure } from '../add-camera-errors.ts';
import type { AddCameraFailure } from '../add-camera-errors.ts';
import type { CameraAddress } from './add-camera-address.ts';
import { addByAddress } from './add-camera-attempt.ts';
import type { Channels } from './add-camera-attempt.ts';
import { ChannelChoice } from './add-camera-channels.tsx';
import { ChosenCameraForm } from './add-camera-chosen.tsx';
import { AddCameraForm } from './add-camera-form.tsx';
import { AddCameraProgress } from './add-camera-progress.tsx';
import type { StepProgress } from './add-camera-progress.tsx';
import { CameraSearch } from './add-camera-search.tsx';
import type { CameraPlace } from '../add-camera-place.ts';
import { text } from './add-camera-address-texts.ts';

interface ByAddressProps {
  readonly place: CameraPlace;
  /** Whether leaving would lose typed input. */
  readonly onDirty: (isDirty: boolean) => void;
  readonly onAdded: (cameraId: string) => void;
}

/** A recorder's channels, while the user chooses one. */
interface Choice {
  readonly channels: Channels;
  readonly resolve: (channel: string) => void;
}

interface Chosen {
  readonly camera: DiscoveredCamera;
  readonly picture: string | null;
}

/** Adds a camera by address or from the search. The forms stay mounted while connecting, so that they keep their input. */
export function ByAddress({ place, onDirty, onAdded }: ByAddressProps): ReactNode {
  const client = useClient();
  const cache = useQueryClient();
  const [progress, setProgress] = useState<StepProgress | null>(null);
  const [registered, setRegistered] = useState<Camera | null>(null);
  const [failure, setFailure] = useState<AddCameraFailure | null>(null);
  const [isChanged, setIsChanged] = useState(false);
  const [isChosenChanged, setIsChosenChanged] = useState(false);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const attempt = useRef<AbortController | null>(null);
  useEffect(() => () => attempt.current?.abort(), []);
  const isDirty = (isChanged || isChosenChanged) && registered === null;
  useEffect(() => {
    onDirty(isDirty);
    return () => onDirty(false);
  }, [isDirty, onDirty]);

  const connect = async (kind: 'address' | 'onvif', address: CameraAddress, title: string): Promise<void> => {
    const controller = new AbortController();
    attempt.current = controller;
    setFailure(null);
    try {
      const camera = await addByAddress({
        client,
        clock: systemClock,
        kind,
        address,
        title,
        signal: controller.signal,
        onStep: (step) =>
          setProgress((before) => ({ step, found: before?.found ?? null, starts: { ...before?.starts, [step]: client.serverNow() } })),
        onFound: (found) => setProgress((before) => before && { ...before, found }),
        chooseChannel: (channels) =>
          new Promise((resolve, reject) => {
            setChoice({ channels, resolve });
            controller.signal.addEventListener('abort', () => reject(new WatchpostError('aborted')));
          }),
        onRegistered: (added) => {
          onDirty(false);
          setRegistered(added);
          void place.assign(added.id);
          void cache.invalidateQueries({ queryKey: ['cameras'] });
        },
      });
      if (controller.signal.aborted) return;
      showToast('success', text('addedToast', { name: camera.title }));
      onAdded(camera.id);
    } catch (error) {
      setProgress(null);
      setChoice(null);
      if (error instanceof WatchpostError && error.code === 'aborted') showToast('info', text('cancelled'), { id: 'add-camera' });
      else setFailure(addCameraFailure(error));
    }
  };
  const choose = (next: Chosen | null): void => {
    setFailure(null);
    setIsChosenChanged(false);
    setChosen(next);
  };
  const cancel = (): void => {
    attempt.current?.abort();
    if (registered) onAdded(registered.id);
  };

  return (
    <>
      <div hidden={progress !== null || chosen !== null}>
        <AddCameraForm
          failure={chosen ? null : failure}
          place={place.field}
          search={<CameraSearch onChoose={(camera, picture) => choose({ camera, picture })} />}
          onChanged={setIsChanged}
          onSubmit={(address, title) => void connect('address', address, title)}
        />
      </div>
      {chosen ? (
        <div className="add-found" hidden={progress !== null}>
          <ChosenCameraForm
            key={chosen.camera.address}
            {...chosen}
            place={place.field}
            failure={failure}
            onChanged={setIsChosenChanged}
            onBack={() => choose(null)}
            onSubmit={(address, title) => void connect('onvif', address, title)}
          />
        </div>
      ) : null}
      {choice ? (
        <ChannelChoice
          channels={choice.channels}
          onChoose={(channel) => {
            setChoice(null);
            choice.resolve(channel);
          }}
          onCancel={cancel}
        />
      ) : null}
      {progress === null || choice ? null : <AddCameraProgress progress={progress} camera={registered} onCancel={cancel} />}
    </>
  );
}
