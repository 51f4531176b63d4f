import type { Endpoint } from '../../kernel/endpoint.ts';

/**
 * Reports how the view of one camera went since its last report; `cameraId` is in the query. By whatever lets the caller watch the camera
 * in a browser: a session, an embed token, a guest token. Not by an API key.
 */
export const sendQualityReport = { method: 'POST', path: '/public/api/v3/quality-reports' } as const satisfies Endpoint;
/** Sums of the reports by camera and browser, for cameras that the caller owns or has full access to. */
export const getQualitySummary = { method: 'GET', path: '/public/api/v3/quality' } as const satisfies Endpoint;
