import type { Endpoint } from '../../kernel/endpoint.ts';

/** The specification does not show the calls of the SD card; these follow its other paths. */
export const getSdCard = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/sd-card' } as const satisfies Endpoint;
/** What is recorded on it, and when. */
export const updateSdCard = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}/sd-card' } as const satisfies Endpoint;
/** Begins; how far it is, the card itself tells. The owner only, for everything on it is lost. */
export const formatSdCard = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/{id}/sd-card/format' } as const satisfies Endpoint;
/** Deletes its recordings; likewise. */
export const eraseSdCard = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/{id}/sd-card/erase' } as const satisfies Endpoint;
/** Its recordings, newest first, by pages. */
export const listSdCardVideos = { method: 'GET', path: '/public/api/v3/cameras/{id}/sd-card/videos' } as const satisfies Endpoint;
/** One recording as a plain MP4, read from the camera as the player asks for it, by Range. */
export const playSdCardVideo = { method: 'GET', path: '/public/api/v3/cameras/{id}/sd-card/videos/{videoId}' } as const satisfies Endpoint;
