import { deleteDeviceVideoWall, getVideoWall, saveVideoWall } from '@watchpost/contract/endpoints/video-wall';
import type { Endpoint } from '@watchpost/contract/kernel';
import type { VideoWall } from '@watchpost/contract/schemas/video-wall';

/** The part of the server in memory that the video wall needs: one person on one device. */
export interface FakeVideoWallState {
  videoWall: VideoWall;
}

/** The answer to a call about the wall; null when the call is none of these. */
export function answerVideoWall(is: (endpoint: Endpoint) => boolean, body: Readonly<Record<string, unknown>>, state: FakeVideoWallState): Response | null {
  if (is(saveVideoWall)) state.videoWall = { ...state.videoWall, [body['scope'] === 'device' ? 'device' : 'account']: body['arrangement'] };
  if (is(getVideoWall) || is(saveVideoWall)) return Response.json(state.videoWall);
  if (!is(deleteDeviceVideoWall)) return null;
  state.videoWall = { ...state.videoWall, device: null };
  return new Response(null, { status: 204 });
}
