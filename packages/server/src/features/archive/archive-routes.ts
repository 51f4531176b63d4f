import { archiveMedia, archivePlaylist, downloadClip, getClipManifest, getFootage, getSigningKey, getSnapshot } from '@watchpost/contract/endpoints/archive';
import { archiveMediaParameters, archivePlaylistQuery, clipQuery, footageQuery, footageSchema, signedClipManifestSchema, signingKeyAnswer, snapshotQuery } from '@watchpost/contract/schemas/archive';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Clock } from '../../kernel/clock.ts';
import { registerRoute } from '../../kernel/http.ts';
import type { Signer } from '../../kernel/signing.ts';
import { clipFileName, signClip } from '../../media/clips/clip-manifest.ts';
import type { Clip, Clips } from '../../media/clips/clips.ts';
import type { CamerasService } from '../cameras/index.ts';
import { parseByteRange } from '../../media/playback/byte-range.ts';
import type { Playback } from '../../media/playback/playback.ts';

export interface ArchiveDeps {
  readonly playback: Playback;
  readonly clips: Clips;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly cameras: Pick<CamerasService, 'get'>;
}

/** A recorded segment never changes; only the viewer's own browser may keep it, and access is asked for anew after a while. */
const keepSegment = 'private, max-age=600';

export function registerArchiveRoutes(app: FastifyInstance, { playback, clips, signer, clock, cameras }: ArchiveDeps): void {
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
      reply.header('cache-control', keepSegment).header('vary', 'authorization, cookie');
      return toBuffer(await playback.snapshot(camera.cameraId, query.at));
    },
  );

  registerRoute(
    app,
    downloadClip,
    { access: 'media', right: 'archive', params: cameraParameters, query: clipQuery, response: { 200: { contentType: 'video/mp4' } }, summary: 'Any range of the archive as one MP4 file' },
    async ({ camera, query, request, reply }) => {
      const clip = await clips.open(camera.cameraId, query, camera.withAudio);
      reply.header('cache-control', 'private, no-store').header('content-disposition', `attachment; filename="${clipFileName(clip)}"`);
      return sendClip(reply, clip, request.headers);
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
    { access: 'media', right: 'archive', params: archiveMediaParameters, response: { 200: { contentType: 'video/mp4' } }, summary: 'An init section or a recorded segment' },
    async ({ camera, params, request, reply }) => {
      const bytes = await playback.media(camera.cameraId, params.file, camera.withAudio);
      reply.header('cache-control', keepSegment).header('vary', 'authorization, cookie');
      return sendRange(reply, bytes, request.headers.range);
    },
  );
}

/** A download that broke off goes on where it stopped, unless the footage has changed since (RFC 9110, section 13.1.5). */
function sendClip(reply: FastifyReply, clip: Clip, headers: FastifyRequest['headers']): Readable | string {
  reply.header('accept-ranges', 'bytes').header('etag', clip.etag);
  const sameFile = headers['if-range'] === undefined || headers['if-range'] === clip.etag;
  const range = sameFile ? parseByteRange(headers.range, clip.size) : null;
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${clip.size}`);
    return '';
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${clip.size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : clip.size);
  return Readable.from(clip.read(range ?? undefined), { objectMode: false });
}

/** Players and download tools ask for parts of a file (RFC 9110, section 14). */
function sendRange(reply: FastifyReply, bytes: Uint8Array, header: string | undefined): Buffer | string {
  reply.header('accept-ranges', 'bytes');
  const range = parseByteRange(header, bytes.byteLength);
  if (range === null) return toBuffer(bytes);
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${bytes.byteLength}`);
    return '';
  }
  reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes.byteLength}`);
  return toBuffer(bytes.subarray(range.start, range.end + 1));
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
