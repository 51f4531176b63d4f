import type { Camera } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useClient } from '../../shared/client.tsx';

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

/** A camera on its foot, drawn with one line. */
function CameraDrawing(): ReactNode {
  return (
    <svg
      width="120"
      height="84"
      viewBox="0 0 120 84"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <rect x="22" y="8" width="76" height="50" rx="14" />
      <circle cx="60" cy="33" r="15" />
      <circle cx="60" cy="33" r="7" stroke="var(--wp-pic-accent)" strokeWidth="2.5" />
      <circle cx="86" cy="20" r="2" fill="var(--wp-pic-accent)" stroke="none" />
      <path d="M60 58v10M44 76a16 9 0 0 1 32 0z" />
    </svg>
  );
}
