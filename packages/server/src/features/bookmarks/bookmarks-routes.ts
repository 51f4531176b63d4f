import { createBookmark, deleteBookmark, listBookmarks, updateBookmark } from '@watchpost/contract/endpoints/bookmarks';
import {
  bookmarkListSchema,
  bookmarkParameters,
  bookmarkSchema,
  createBookmarkBody,
  updateBookmarkBody,
} from '@watchpost/contract/schemas/bookmarks';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { registerRoute } from '../../kernel/http.ts';
import type { BookmarksService } from './bookmarks-service.ts';

export function registerBookmarksRoutes(app: FastifyInstance, { service }: { readonly service: BookmarksService }): void {
  registerRoute(
    app,
    listBookmarks,
    { access: 'session', response: { 200: bookmarkListSchema }, summary: 'The caller’s bookmarks, the latest moment first' },
    async ({ viewer, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return { bookmarks: await service.list(viewer.customerId) };
    },
  );

  registerRoute(
    app,
    createBookmark,
    {
      access: 'session',
      body: createBookmarkBody,
      response: { 201: bookmarkSchema },
      summary: 'Saves a moment of a camera; its footage is deleted with its age all the same',
    },
    ({ viewer, body }) => service.create(viewer.customerId, body),
  );

  registerRoute(
    app,
    updateBookmark,
    {
      access: 'session',
      params: bookmarkParameters,
      body: updateBookmarkBody,
      response: { 200: bookmarkSchema },
      summary: 'Changes the note of a bookmark',
    },
    ({ viewer, params, body }) => service.update(viewer.customerId, params.id, body.note),
  );

  registerRoute(
    app,
    deleteBookmark,
    { access: 'session', params: bookmarkParameters, response: { 204: z.undefined() }, summary: 'Deletes a bookmark' },
    ({ viewer, params }) => service.remove(viewer.customerId, params.id),
  );
}
