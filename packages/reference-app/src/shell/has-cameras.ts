import { useQuery } from '@tanstack/react-query';
import { cameraListQuery } from '../features/cameras/index.ts';
import { hadCameras } from '../shared/browser/preferences.ts';
import { useSignalValue } from '../shared/browser/signal.ts';
import { useClient } from '../shared/client.tsx';

/** Whether the person has at least one camera. While the list is not here, what was true last time. */
export function useHasCameras(): boolean {
  const client = useClient();
  const session = useSignalValue(client.session.current);
  // The screens renew the list; the shell only needs to know it once.
  const { data } = useQuery({ ...cameraListQuery(client), refetchInterval: false, staleTime: 60_000, enabled: session !== null });
  return data ? data.length > 0 : (hadCameras() ?? false);
}
