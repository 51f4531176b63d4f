import { deleteDeviceVideoWall, getVideoWall, saveVideoWall } from '@watchpost/contract/endpoints/video-wall';
import type { Endpoint } from '@watchpost/contract/kernel';
import type { VideoWall } from '@watchpost/contract/schemas/video-wall';

/** The in-memory server's video wall of one user on one device. */
export interface FakeVideoWallState {
  videoWall: VideoWall;
}

/** Answers a call about the video wall; null for any other call. */
export function answerVideoWall(
  is: (endpoint: Endpoint) => boolean,
  body: Readonly<Record<string, unknown>>,
  state: FakeVideoWallState,
): Response | null {
  if (is(saveVideoWall)) state.videoWall = { ...state.videoWall, [body['scope'] === 'device' ? 'device' : 'account']: body['arrangement'] };
  if (is(getVideoWall) || is(saveVideoWall)) return Response.json(state.videoWall);
  if (!is(deleteDeviceVideoWall)) return null;
  state.videoWall = { ...state.videoWall, device: null };
  return new Response(null, { status: 204 });
}
