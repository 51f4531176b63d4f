import { errorText, WatchpostError, type DiscoveredCamera } from '@watchpost/sdk-core';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ErrorText } from '../../../shared/ui/field.tsx';
import { text } from './add-camera-address-texts.ts';

interface FoundPictureProps {
  readonly camera: DiscoveredCamera;
  readonly name: string;
  /** The picture that the camera sent without a password. */
  readonly first: string | null;
  readonly credentials: { readonly username: string; readonly password: string };
  readonly onWrongPassword: (text: string) => void;
}

/** Previews a camera before it is added, so that users can recognize it. Loaded on request only, because each attempt tries the password. */
export function FoundPicture({ camera, name, first, credentials, onWrongPassword }: FoundPictureProps): ReactNode {
  const client = useClient();
  const [picture, setPicture] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = useRef<AbortController | null>(null);
  const made = useRef<string | null>(null);
  useEffect(
    () => () => {
      attempt.current?.abort();
      if (made.current !== null) URL.revokeObjectURL(made.current);
    },
    [],
  );

  const show = async (): Promise<void> => {
    const controller = new AbortController();
    attempt.current = controller;
    setBusy(true);
    setFailure(null);
    try {
      const { username, password } = credentials;
      const blob = await client.addCamera.foundPicture(
        { address: camera.address, ...(username !== '' && { username }), ...(password !== '' && { password }) },
        { signal: controller.signal },
      );
      if (controller.signal.aborted) return;
      if (made.current !== null) URL.revokeObjectURL(made.current);
      made.current = URL.createObjectURL(blob);
      setPicture(made.current);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (error instanceof WatchpostError && error.code === 'camera-wrong-password') onWrongPassword(errorText(error, currentLocale()));
      else
        setFailure(
          error instanceof WatchpostError && error.code === 'camera-unsupported' ? text('noPicture') : errorText(error, currentLocale()),
        );
    }
    setBusy(false);
  };

  return (
    <div className="add-found-look">
      {picture === null ? null : <img src={picture} alt={text('pictureOf', { name })} />}
      <Button busy={isBusy} onClick={() => void show()}>
        {text(picture === null ? 'showPicture' : 'newPicture')}
      </Button>
      <div role="status">{failure === null ? null : <ErrorText>{failure}</ErrorText>}</div>
    </div>
  );
}
