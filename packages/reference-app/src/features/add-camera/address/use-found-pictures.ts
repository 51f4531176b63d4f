import type { Client, DiscoveredCamera } from '@watchpost/sdk-core';
import { useEffect, useState } from 'react';
import { useClient } from '../../../shared/client.tsx';

/** Object URLs of pictures, by the camera's address. */
export type FoundPictures = ReadonlyMap<string, string>;

const none: FoundPictures = new Map();
/** Browsers open six connections to a server, and the rest of the page needs some. */
const atOnce = 3;

interface Loading {
  readonly api: Pick<Client['addCamera'], 'foundPicture'>;
  readonly cameras: readonly DiscoveredCamera[];
  readonly signal: AbortSignal;
  readonly onPicture: (address: string, picture: Blob) => void;
}

/** Requests pictures, a few at a time; a camera that sends none stays without. */
async function loadPictures({ api, cameras, signal, onPicture }: Loading): Promise<void> {
  const waiting = [...cameras];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const { address } = next;
      const picture = await api.foundPicture({ address }, { signal }).catch(() => null);
      if (picture && !signal.aborted) onPicture(address, picture);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Returns pictures of discovered cameras as they arrive, and revokes them with the list. */
export function useFoundPictures(cameras: readonly DiscoveredCamera[]): FoundPictures {
  const client = useClient();
  const [pictures, setPictures] = useState(none);
  useEffect(() => {
    const controller = new AbortController();
    const urls: string[] = [];
    const onPicture = (address: string, picture: Blob): void => {
      const url = URL.createObjectURL(picture);
      urls.push(url);
      setPictures((before) => new Map(before).set(address, url));
    };
    void loadPictures({ api: client.addCamera, cameras, signal: controller.signal, onPicture });
    return () => {
      controller.abort();
      for (const url of urls) URL.revokeObjectURL(url);
      setPictures(none);
    };
  }, [client, cameras]);
  return pictures;
}
