import type { Endpoint } from '../../kernel/endpoint.ts';

/** Whether a camera is published on the operator's MQTT broker. For the owner alone. */
export const getHomeMqtt = { method: 'GET', path: '/public/api/v3/cameras/{id}/home-mqtt' } as const satisfies Endpoint;
export const updateHomeMqtt = { method: 'PATCH', path: '/public/api/v3/cameras/{id}/home-mqtt' } as const satisfies Endpoint;
