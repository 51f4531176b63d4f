import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { Camera, CameraUser, EmailInviteBody, Invite, LinkGuests, UpdateCameraUserBody, User, Users } from '@watchpost/sdk-core';
import { useClient } from '../../../shared/client.tsx';

/** Everything about access begins with the same key: a change may touch people, links and the log alike. */
export const sharingKey = ['sharing'] as const;
const keys = {
  cameras: ['cameras'],
  camera: (id: string) => ['cameras', id],
  users: (cameraId: string) => [...sharingKey, 'users', cameraId],
  allUsers: [...sharingKey, 'users'],
  invites: (cameraId: string) => [...sharingKey, 'invites', cameraId],
  ownInvites: [...sharingKey, 'own-invites'],
} as const;

/** How often who watches now is requested, ms. */
const refreshIntervalMs = 15_000;

/** Returns one camera. Shares the query of the camera's screen. */
export function useSharingCamera(id: string): UseQueryResult<Camera> {
  const client = useClient();
  const cache = useQueryClient();
  return useQuery({
    queryKey: keys.camera(id),
    queryFn: ({ signal }) => client.cameras.get(id, { signal }),
    initialData: () => cache.getQueryData<Camera[]>(keys.cameras)?.find((camera) => camera.id === id),
    initialDataUpdatedAt: () => cache.getQueryState(keys.cameras)?.dataUpdatedAt,
  });
}

/** Returns the user's cameras. Shares the dashboard's query. */
export function useSharingCameras(): UseQueryResult<Camera[]> {
  const client = useClient();
  return useQuery({ queryKey: keys.cameras, queryFn: ({ signal }) => client.cameras.list({ signal }) });
}

/** A list that arrives page by page. */
interface Paged {
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

export interface CameraPeople extends Paged {
  /** The owner first; undefined until the first response. */
  readonly users: readonly CameraUser[] | undefined;
  readonly guests: readonly LinkGuests[];
  readonly total: number;
}

export function useCameraPeople(cameraId: string, isAllowed: boolean): CameraPeople {
  const client = useClient();
  const query = useInfiniteQuery({
    queryKey: keys.users(cameraId),
    queryFn: ({ pageParam, signal }) => client.sharing.cameraUsers(cameraId, { ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: isAllowed,
    refetchInterval: refreshIntervalMs,
  });
  const pages = query.data?.pages;
  return {
    users: pages?.flatMap(({ users }) => users),
    guests: pages?.[0]?.guests ?? [],
    total: pages?.[0]?.total ?? 0,
    ...pagingOf(query),
  };
}

export interface AllPeople extends Paged {
  readonly users: readonly User[] | undefined;
  readonly guests: Users['guests'];
  readonly total: number;
}

/** Returns everyone with access to the cameras that the user manages. */
export function useAllPeople(): AllPeople {
  const client = useClient();
  const query = useInfiniteQuery({
    queryKey: keys.allUsers,
    queryFn: ({ pageParam, signal }) => client.sharing.users({ ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: refreshIntervalMs,
  });
  const pages = query.data?.pages;
  return {
    users: pages?.flatMap(({ users }) => users),
    guests: pages?.[0]?.guests ?? [],
    total: pages?.[0]?.total ?? 0,
    ...pagingOf(query),
  };
}

export function useCameraInvites(cameraId: string, isAllowed: boolean): UseQueryResult<Invite[]> {
  const client = useClient();
  return useQuery({
    queryKey: keys.invites(cameraId),
    queryFn: ({ signal }) => client.sharing.cameraInvites(cameraId, { signal }),
    enabled: isAllowed,
  });
}

export function useOwnInvites(): UseQueryResult<Invite[]> {
  const client = useClient();
  return useQuery({ queryKey: keys.ownInvites, queryFn: ({ signal }) => client.sharing.invites({ signal }) });
}

/** A change of one user's access to one camera. */
interface UserChange {
  readonly cameraId: string;
  readonly customerId: string;
  readonly change: UpdateCameraUserBody;
  readonly isSelf: boolean;
}

export interface SharingChanges {
  readonly updateUser: UseMutationResult<CameraUser, Error, UserChange>;
  readonly removeCameraUser: UseMutationResult<void, Error, { readonly cameraId: string; readonly customerId: string }>;
  readonly removeUser: UseMutationResult<void, Error, string>;
  readonly revokeInvite: UseMutationResult<void, Error, { readonly id: string; readonly removeUsers: boolean }>;
  readonly emailInvite: UseMutationResult<void, Error, { readonly id: string; readonly message: EmailInviteBody }>;
}

/** Changes of access; each shows once the server has confirmed it. */
export function useSharingChanges(): SharingChanges {
  const { sharing } = useClient();
  const cache = useQueryClient();
  const renew = () => cache.invalidateQueries({ queryKey: sharingKey });
  return {
    updateUser: useMutation({
      mutationFn: ({ cameraId, customerId, change }: UserChange) => sharing.updateCameraUser(cameraId, customerId, change),
      onSuccess: async (_user, { isSelf }) => {
        await renew();
        // The user's own access decides what the other screens show.
        if (isSelf) await cache.invalidateQueries({ queryKey: keys.cameras });
      },
    }),
    removeCameraUser: useMutation({
      mutationFn: ({ cameraId, customerId }: { readonly cameraId: string; readonly customerId: string }) =>
        sharing.removeCameraUser(cameraId, customerId),
      onSuccess: renew,
    }),
    removeUser: useMutation({ mutationFn: (customerId: string) => sharing.removeUser(customerId), onSuccess: renew }),
    revokeInvite: useMutation({
      mutationFn: ({ id, removeUsers }: { readonly id: string; readonly removeUsers: boolean }) =>
        sharing.revokeInvite(id, { removeUsers }),
      onSuccess: renew,
    }),
    emailInvite: useMutation({
      mutationFn: ({ id, message }: { readonly id: string; readonly message: EmailInviteBody }) => sharing.emailInvite(id, message),
    }),
  };
}

interface PagedQuery {
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
  refetch(): Promise<unknown>;
}

function pagingOf(query: PagedQuery): Paged {
  return {
    error: query.error,
    isBusy: query.isFetching,
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}
