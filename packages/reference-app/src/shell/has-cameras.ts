import { useSignals } from '@preact/signals-react/runtime';
import { useQuery } from '@tanstack/react-query';
import { cameraListQuery } from '../features/cameras/index.ts';
import { hadCameras } from '../shared/browser/preferences.ts';
import { useClient } from '../shared/client.tsx';

/** Whether the user has at least one camera; until the list has loaded, whether they had one last time. */
export function useHasCameras(): boolean {
  const client = useClient();
  useSignals();
  const session = client.session.current.value;
  // The screens refresh the list; the shell only needs to know it once.
  const { data } = useQuery({ ...cameraListQuery(client), refetchInterval: false, staleTime: 60_000, enabled: session !== null });
  return data ? data.length > 0 : (hadCameras() ?? false);
}
