import type { Camera } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';
import { CameraDrawing } from '../../shared/picture/camera-drawing.tsx';

/**
 * Returns the address of the last picture that has loaded. A new picture replaces the old one only after loading,
 * so that a tile never flashes or goes empty.
 */
function useLoadedPicture(address: string | null): string | null {
  const [loaded, setLoaded] = useState<string | null>(null);
  useEffect(() => {
    if (address === null) return;
    let wanted = true;
    const picture = new Image();
    picture.src = address;
    picture.decode().then(
      () => wanted && setLoaded(address),
      () => undefined, // The old picture stays until the next refresh.
    );
    return () => {
      wanted = false;
    };
  }, [address]);
  return loaded;
}

/** The camera's last picture, or a drawing until there is one. */
export function CameraPicture({ camera, alt, waiting }: { camera: Camera; alt: string; waiting: string }): ReactNode {
  const client = useClient();
  const picture = useLoadedPicture(client.cameras.previewUrl(camera));
  if (picture !== null) return <img src={picture} alt={alt} />;
  if (camera.previewUrl !== null || camera.state === 'offline') return null;
  return (
    <span className="mid waiting">
      <CameraDrawing />
      <span>{waiting}</span>
    </span>
  );
}
