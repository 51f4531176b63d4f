import {
  createBookmark,
  createSavedClip,
  deleteBookmark,
  deleteSavedClip,
  listBookmarks,
  listSavedClips,
  updateBookmark,
  updateSavedClip,
} from '@watchpost/contract/endpoints/bookmarks';
import {
  bookmarkListSchema,
  bookmarkParameters,
  bookmarkSchema,
  createBookmarkBody,
  createSavedClipBody,
  savedClipListSchema,
  savedClipParameters,
  savedClipSchema,
  updateBookmarkBody,
  updateSavedClipBody,
} from '@watchpost/contract/schemas/bookmarks';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { registerRoute } from '../../kernel/http.ts';
import type { SavedClipsService } from './bookmarks-clips-service.ts';
import type { BookmarksService } from './bookmarks-service.ts';

interface BookmarksRoutesDeps {
  readonly service: BookmarksService;
  readonly clips: SavedClipsService;
}

export function registerBookmarksRoutes(app: FastifyInstance, { service, clips }: BookmarksRoutesDeps): void {
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

  registerRoute(
    app,
    listSavedClips,
    { access: 'session', response: { 200: savedClipListSchema }, summary: 'The caller’s saved clips, the newest first' },
    async ({ viewer, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return { clips: await clips.list(viewer.customerId) };
    },
  );

  registerRoute(
    app,
    createSavedClip,
    {
      access: 'session',
      body: createSavedClipBody,
      response: { 201: savedClipSchema },
      summary: 'Lists a clip that was saved to a device; its footage is deleted with its age all the same',
    },
    ({ viewer, body }) => clips.create(viewer.customerId, body),
  );

  registerRoute(
    app,
    updateSavedClip,
    {
      access: 'session',
      params: savedClipParameters,
      body: updateSavedClipBody,
      response: { 200: savedClipSchema },
      summary: 'Changes the note of a saved clip',
    },
    ({ viewer, params, body }) => clips.update(viewer.customerId, params.id, body.note),
  );

  registerRoute(
    app,
    deleteSavedClip,
    { access: 'session', params: savedClipParameters, response: { 204: z.undefined() }, summary: 'Takes a clip off the list' },
    ({ viewer, params }) => clips.remove(viewer.customerId, params.id),
  );
}
