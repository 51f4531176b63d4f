import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { Bookmark, Camera, CreateBookmarkBody } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';

const key = ['bookmarks'] as const;

export function useBookmarks(): UseQueryResult<Bookmark[]> {
  const client = useClient();
  return useQuery({ queryKey: key, queryFn: ({ signal }) => client.bookmarks.list({ signal }) });
}

interface BookmarkChanges {
  readonly create: UseMutationResult<Bookmark, Error, CreateBookmarkBody>;
  readonly update: UseMutationResult<Bookmark, Error, Pick<Bookmark, 'id' | 'note'>>;
  readonly remove: UseMutationResult<void, Error, Bookmark>;
}

/** Changes are shown once the server has confirmed them. */
export function useBookmarkChanges(): BookmarkChanges {
  const { bookmarks } = useClient();
  const cache = useQueryClient();
  const change = (next: (known: readonly Bookmark[]) => Bookmark[]): void =>
    void cache.setQueryData<Bookmark[]>(key, (known) => known && next(known));
  return {
    create: useMutation({
      mutationFn: (body: CreateBookmarkBody) => bookmarks.create(body),
      onSuccess: (made) => change((known) => [...known, made].toSorted((a, b) => b.at - a.at)),
    }),
    update: useMutation({
      mutationFn: ({ id, note }: Pick<Bookmark, 'id' | 'note'>) => bookmarks.update(id, { note }),
      onSuccess: (changed) => change((known) => known.map((one) => (one.id === changed.id ? changed : one))),
    }),
    remove: useMutation({
      mutationFn: ({ id }: Bookmark) => bookmarks.remove(id),
      onSuccess: (_, { id }) => change((known) => known.filter((one) => one.id !== id)),
    }),
  };
}

/** Returns the cameras for names and time zones. Shares the dashboard's query. */
export function useBookmarkCameras(): readonly Camera[] | undefined {
  const client = useClient();
  return useQuery({ queryKey: ['cameras'], queryFn: ({ signal }) => client.cameras.list({ signal }) }).data;
}
