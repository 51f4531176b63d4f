import { archiveMedia, archivePlaylist, deleteFootage, downloadClip, getArchiveDays, getClipManifest, getFootage, getPreviewPicture, getSigningKey, getSnapshot } from '@watchpost/contract/endpoints/archive';
import { archiveDaysAnswer, archiveDaysQuery, archiveMediaParameters, archiveMediaQuery, archivePlaylistQuery, clipQuery, footageQuery, footageSchema, previewPictureQuery, signedClipManifestSchema, signingKeyAnswer, snapshotQuery } from '@watchpost/contract/schemas/archive';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.ts';
import { abortOf, registerRoute } from '../../kernel/http.ts';
import type { Signer } from '../../kernel/signing.ts';
import { clipFileName, signClip } from '../../media/clips/clip-manifest.ts';
import type { Clips } from '../../media/clips/clips.ts';
import type { CamerasService } from '../cameras/index.ts';
import type { Playback } from '../../media/playback/playback.ts';
import type { Span } from '../../media/recording/spans.ts';
import { sendFile, toBuffer } from './archive-answers.ts';

export interface ArchiveDeps {
  readonly playback: Playback;
  readonly clips: Clips;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly cameras: Pick<CamerasService, 'get'>;
  readonly deleteFootage: (cameraId: string, range: Span) => Promise<void>;
}

/** A recorded segment never changes; only the viewer's own browser may keep it, and access is asked for anew after a while. */
const keepSegment = 'private, max-age=600';
/** Nor does the picture of a moment that is over. */
const keepPreview = 'private, max-age=600, immutable';

export function registerArchiveRoutes(app: FastifyInstance, { playback, clips, signer, clock, cameras, ...deps }: ArchiveDeps): void {
  registerRoute(
    app,
    getFootage,
    { access: 'media', right: 'archive', params: cameraParameters, query: footageQuery, response: { 200: footageSchema }, summary: 'What was recorded, and what is missing and why' },
    ({ camera, query, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return playback.footage(camera.cameraId, query);
    },
  );

  registerRoute(
    app,
    deleteFootage,
    { access: 'camera', right: 'owner', params: cameraParameters, query: footageQuery, response: { 204: z.undefined() }, summary: 'Deletes what was recorded in a range, for good' },
    ({ camera, query }) => deps.deleteFootage(camera.cameraId, query),
  );

  registerRoute(
    app,
    getArchiveDays,
    { access: 'media', right: 'archive', params: cameraParameters, query: archiveDaysQuery, response: { 200: archiveDaysAnswer }, summary: 'Days with footage, of the camera’s own calendar' },
    ({ camera, query, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return playback.days(camera.cameraId, query);
    },
  );

  registerRoute(
    app,
    archivePlaylist,
    { access: 'media', right: 'archive', params: cameraParameters, query: archivePlaylistQuery, response: { 200: { contentType: 'application/vnd.apple.mpegurl' } }, summary: 'Any range of the archive as an HLS playlist' },
    ({ camera, query, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return playback.playlist(camera.cameraId, query, camera.withAudio);
    },
  );

  registerRoute(
    app,
    getSnapshot,
    { access: 'media', right: 'archive', params: cameraParameters, query: snapshotQuery, response: { 200: { contentType: 'image/jpeg' } }, summary: 'The recorded picture of a moment' },
    async ({ camera, query, reply }) => {
      const picture = await playback.snapshot(camera.cameraId, query.at, abortOf(reply));
      reply.header('cache-control', keepSegment).header('vary', 'authorization, cookie');
      return toBuffer(picture);
    },
  );

  registerRoute(
    app,
    getPreviewPicture,
    { access: 'media', right: 'archive', params: cameraParameters, query: previewPictureQuery, response: { 200: { contentType: 'image/jpeg' } }, summary: 'A small picture of a moment, for scrubbing' },
    async ({ camera, query, reply }) => {
      const { jpeg, isFinal } = await playback.preview(camera.cameraId, query.at, { width: query.width, signal: abortOf(reply) });
      reply.header('cache-control', isFinal ? keepPreview : 'private, no-store').header('vary', 'authorization, cookie');
      return toBuffer(jpeg);
    },
  );

  registerRoute(
    app,
    downloadClip,
    { access: 'media', right: 'archive', params: cameraParameters, query: clipQuery, response: { 200: { contentType: 'video/mp4' } }, summary: 'Any range of the archive as one MP4 file' },
    async ({ camera, query, request, reply }) => {
      const clip = await clips.open(camera.cameraId, query, camera.withAudio);
      reply.header('cache-control', 'private, no-store').header('content-disposition', `attachment; filename="${clipFileName(clip)}"`);
      return sendFile(request, reply, clip);
    },
  );

  registerRoute(
    app,
    getClipManifest,
    { access: 'media', right: 'archive', params: cameraParameters, query: clipQuery, response: { 200: signedClipManifestSchema }, summary: 'What that file is, signed by the server' },
    async ({ camera, query, reply }) => {
      const { title } = await cameras.get(camera);
      const clip = await clips.open(camera.cameraId, query, camera.withAudio);
      const file = clipFileName(clip).replace(/mp4$/, 'json');
      reply.header('cache-control', 'private, no-store').header('content-disposition', `attachment; filename="${file}"`);
      return signClip(clip, { camera: { id: camera.cameraId, title }, withAudio: camera.withAudio, now: clock.now() }, signer);
    },
  );

  registerRoute(app, getSigningKey, { access: 'public', response: { 200: signingKeyAnswer }, summary: 'The key that clips are signed with' }, () => ({ algorithm: 'Ed25519' as const, publicKey: signer.publicKey }));

  registerRoute(
    app,
    archiveMedia,
    { access: 'media', right: 'archive', params: archiveMediaParameters, query: archiveMediaQuery, response: { 200: { contentType: 'video/mp4' } }, summary: 'An init section or a recorded segment' },
    async ({ camera, params, query, request, reply }) => {
      const file = await playback.media(camera.cameraId, params.file, camera.withAudio, query.init !== undefined);
      reply.header('cache-control', keepSegment).header('vary', 'authorization, cookie');
      return sendFile(request, reply, file);
    },
  );
}
