import type { Endpoint } from '../../kernel/endpoint.ts';

/** The specification doesn't show the calls for the SD card; these follow its other paths. */
export const getSdCard = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/sd-card' } as const satisfies Endpoint;
/** What the camera records to the card, and when. */
export const updateSdCard = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}/sd-card' } as const satisfies Endpoint;
/** Starts formatting; `getSdCard` returns the progress. Owners only: everything on the card is lost. */
export const formatSdCard = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/{id}/sd-card/format' } as const satisfies Endpoint;
/** Starts deleting all recordings; likewise for owners only. */
export const eraseSdCard = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/{id}/sd-card/erase' } as const satisfies Endpoint;
/** Recordings on the card, newest first, in pages. */
export const listSdCardVideos = { method: 'GET', path: '/public/api/v3/cameras/{id}/sd-card/videos' } as const satisfies Endpoint;
/** One recording as MP4, read from the camera in the ranges that the player requests. */
export const playSdCardVideo = { method: 'GET', path: '/public/api/v3/cameras/{id}/sd-card/videos/{videoId}' } as const satisfies Endpoint;
