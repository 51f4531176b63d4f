import type { Endpoint } from '../../kernel/endpoint.ts';

/** Form data: id, customerId, deviceId, message, email. */
export const sendFeedback = { method: 'POST', path: '/public/api/v2/cameraphone/feedbacks' } as const satisfies Endpoint;
