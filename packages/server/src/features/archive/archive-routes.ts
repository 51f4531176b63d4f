import {
  archiveMedia,
  archivePlaylist,
  deleteFootage,
  downloadClip,
  getArchiveAccess,
  getArchiveDays,
  getClipManifest,
  getFootage,
  getPreviewPicture,
  getSigningKey,
  getSnapshot,
} from '@watchpost/contract/endpoints/archive';
import {
  archiveAccessQuery,
  archiveDaysAnswer,
  archiveDaysQuery,
  archiveMediaParameters,
  archiveMediaQuery,
  archivePlaylistQuery,
  clipQuery,
  footageQuery,
  footageSchema,
  previewPictureQuery,
  signedClipManifestSchema,
  signingKeyAnswer,
  snapshotQuery,
  type Footage,
} from '@watchpost/contract/schemas/archive';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CameraAccess } from '../../kernel/access/access.ts';
import { contentDisposition } from '../../kernel/content-disposition.ts';
import { abortOf, registerRoute } from '../../kernel/http.ts';
import type { ViewingTracker } from '../../kernel/access/viewing.ts';
import type { Signer } from '../../kernel/signing.ts';
import { clipFileName, footageName, signClip } from '../../media/clips/clip-manifest.ts';
import type { Clip, Clips } from '../../media/clips/clips.ts';
import { openArchive, openPart, requireOpenAt, type OpenArchive } from '../../kernel/access/open-archive.ts';
import { mediaHeader, sharedArchive } from '../../kernel/access/shared-media.ts';
import type { CamerasService } from '../cameras/index.ts';
import type { Playback } from '../../media/playback/playback.ts';
import type { Span } from '../../media/recording/spans.ts';
import { beginDownload, sendFile, toBuffer, type DownloadDeps } from './archive-answers.ts';

export interface ArchiveDeps extends DownloadDeps {
  readonly playback: Playback;
  readonly clips: Clips;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly cameras: Pick<CamerasService, 'get'>;
  readonly deleteFootage: (cameraId: string, range: Span) => Promise<void>;
  readonly viewings: ViewingTracker;
}

/** A recorded segment never changes; only the viewer's own browser may cache it, and access is checked again after ten minutes. */
const keepSegment = 'private, max-age=600';
/** The picture of a past moment never changes either. */
const keepPreview = 'private, max-age=600, immutable';

export function registerArchiveRoutes(app: FastifyInstance, { playback, clips, signer, clock, cameras, ...deps }: ArchiveDeps): void {
  const { watchAccess, viewings } = deps;
  const openClip = ({ cameraId, capabilities }: CameraAccess, range: Span): Promise<Clip> => {
    const open = openArchive(capabilities);
    return clips.open(cameraId, openPart(open, range), capabilities.canHear, open);
  };

  registerRoute(
    app,
    getFootage,
    {
      access: 'media',
      right: 'archive',
      params: cameraParameters,
      query: footageQuery,
      response: { 200: footageSchema },
      summary: 'Recordings, and gaps with their reasons',
    },
    async ({ camera, query, reply }) => {
      const open = openArchive(camera.capabilities);
      reply.header('cache-control', 'private, no-store');
      const { oldest, newest, ...footage } = await playback.footage(camera.cameraId, openPart(open, query));
      return { ...footage, ...openEnds({ oldest, newest }, open) };
    },
  );

  registerRoute(
    app,
    deleteFootage,
    {
      access: 'camera',
      right: 'delete-data',
      params: cameraParameters,
      query: footageQuery,
      response: { 204: z.undefined() },
      summary: 'Permanently deletes the recordings in a range, and the timelapses that show any of it',
    },
    ({ camera, query }) => deps.deleteFootage(camera.cameraId, query),
  );

  registerRoute(
    app,
    getArchiveDays,
    {
      access: 'media',
      right: 'archive',
      params: cameraParameters,
      query: archiveDaysQuery,
      response: { 200: archiveDaysAnswer },
      summary: 'Days with footage, in the camera’s time zone',
    },
    ({ camera, query, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return playback.days(camera.cameraId, query, openArchive(camera.capabilities));
    },
  );

  registerRoute(
    app,
    archivePlaylist,
    {
      access: 'media',
      right: 'archive',
      params: cameraParameters,
      query: archivePlaylistQuery,
      response: { 200: { contentType: 'application/vnd.apple.mpegurl' } },
      summary: 'Any range of the archive as an HLS playlist',
    },
    ({ camera, query, request, reply }) => {
      viewings.admit(camera, 'archive', request.headers['user-agent']);
      reply.header('cache-control', 'private, no-store');
      const open = openArchive(camera.capabilities);
      return playback.playlist(camera.cameraId, openPart(open, query), camera.capabilities.canHear, open);
    },
  );

  registerRoute(
    app,
    getSnapshot,
    {
      access: 'media',
      right: 'archive',
      params: cameraParameters,
      query: snapshotQuery,
      response: { 200: { contentType: 'image/jpeg' } },
      summary: 'The recorded picture at a time',
    },
    async ({ camera, query, reply }) => {
      const open = openArchive(camera.capabilities);
      requireOpenAt(open, query.at);
      const named = await cameras.get(camera);
      const picture = await playback.snapshot(camera.cameraId, query.at, abortOf(reply), open);
      reply.header('cache-control', keepSegment).header('vary', 'authorization, cookie');
      reply.header('content-disposition', contentDisposition('inline', footageName(query.at, named, 'jpg')));
      return toBuffer(picture);
    },
  );

  registerRoute(
    app,
    getPreviewPicture,
    {
      access: 'media',
      right: 'archive',
      params: cameraParameters,
      query: previewPictureQuery,
      response: { 200: { contentType: 'image/jpeg' } },
      summary: 'A small picture at a time, for scrubbing',
    },
    async ({ camera, query, reply }) => {
      const open = openArchive(camera.capabilities);
      requireOpenAt(open, query.at);
      const { jpeg, isFinal } = await playback.preview(camera.cameraId, query.at, { width: query.width, signal: abortOf(reply), open });
      reply.header('cache-control', isFinal ? keepPreview : 'private, no-store').header('vary', 'authorization, cookie');
      return toBuffer(jpeg);
    },
  );

  registerRoute(
    app,
    downloadClip,
    {
      access: 'media',
      right: 'archive',
      params: cameraParameters,
      query: clipQuery,
      response: { 200: { contentType: 'video/mp4' } },
      summary: 'Any range of the archive as one MP4 file',
    },
    async (context) => {
      const { camera, query, request, reply } = context;
      const named = await cameras.get(camera);
      const clip = await openClip(camera, query);
      const range = { from: clip.parts[0]?.from ?? query.from, until: clip.parts.at(-1)?.to ?? query.to };
      const watch = beginDownload(deps, context, range);
      reply.header('cache-control', 'private, no-store');
      reply.header('content-disposition', contentDisposition('attachment', clipFileName(clip, named, 'mp4')));
      return sendFile(request, reply, clip, watch);
    },
  );

  registerRoute(
    app,
    getClipManifest,
    {
      access: 'media',
      right: 'archive',
      params: cameraParameters,
      query: clipQuery,
      response: { 200: signedClipManifestSchema },
      summary: 'The signed manifest of that file',
    },
    async ({ camera, query, reply }) => {
      const { title, timeZone } = await cameras.get(camera);
      const clip = await openClip(camera, query);
      reply.header('cache-control', 'private, no-store');
      reply.header('content-disposition', contentDisposition('attachment', clipFileName(clip, { title, timeZone }, 'json')));
      return signClip(
        clip,
        { camera: { id: camera.cameraId, title, timeZone }, withAudio: camera.capabilities.canHear, now: clock.now() },
        signer,
      );
    },
  );

  registerRoute(
    app,
    getSigningKey,
    { access: 'public', response: { 200: signingKeyAnswer }, summary: 'The key that clips are signed with' },
    () => ({ algorithm: 'Ed25519' as const, publicKey: signer.publicKey }),
  );

  registerRoute(
    app,
    archiveMedia,
    {
      access: 'media',
      right: 'archive',
      params: archiveMediaParameters,
      query: archiveMediaQuery,
      response: { 200: { contentType: 'video/mp4' } },
      summary: 'An init section, a recorded segment, or with its init section that of a moment',
    },
    async ({ camera, viewer, params, query, request, reply }) => {
      const userAgent = request.headers['user-agent'];
      viewings.admit(camera, 'archive', userAgent);
      const open = openArchive(camera.capabilities);
      const file = await playback.media(camera.cameraId, params.file, camera.capabilities.canHear, query.init !== undefined, open);
      const { span } = file;
      if (span && request.method !== 'HEAD') viewings.touch(camera, 'archive', { from: span.from, until: span.to }, userAgent);
      reply
        .header('cache-control', keepSegment)
        .header('vary', 'authorization, cookie')
        .header(mediaHeader, sharedArchive(camera.capabilities));
      return sendFile(request, reply, file, (onEnded) => watchAccess(camera, 'archive', viewer.familyId, onEnded));
    },
  );

  registerRoute(
    app,
    getArchiveAccess,
    {
      access: 'media',
      right: 'archive',
      params: cameraParameters,
      query: archiveAccessQuery,
      response: { 204: z.undefined() },
      summary: 'Whether the caller can watch recordings, for a cache in front of the server',
    },
    async ({ camera, query, request, reply }) => {
      const userAgent = request.headers['user-agent'];
      viewings.admit(camera, 'archive', userAgent);
      const shared = sharedArchive(camera.capabilities);
      reply.header('cache-control', 'private, no-store').header(mediaHeader, shared);
      // The others fetch the file here, which notes it.
      const span = shared === 'own' ? null : await playback.spanOf(camera.cameraId, query.file);
      if (span) viewings.touch(camera, 'archive', { from: span.from, until: span.to }, userAgent);
    },
  );
}

/** The first and last recorded instant that a viewer can see; null without any. */
function openEnds({ oldest, newest }: Pick<Footage, 'oldest' | 'newest'>, open: OpenArchive): Pick<Footage, 'oldest' | 'newest'> {
  if (oldest === null || newest === null || newest <= open.from || oldest >= open.to) return { oldest: null, newest: null };
  return { oldest: Math.max(oldest, open.from), newest: Math.min(newest, open.to) };
}
