import { getHomeMqtt, updateHomeMqtt } from '@watchpost/contract/endpoints/home-mqtt';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import { homeMqttSchema, updateHomeMqttBody } from '@watchpost/contract/schemas/home-mqtt';
import type { FastifyInstance } from 'fastify';
import { registerRoute } from '../../kernel/http.ts';
import type { HomeMqttService } from './home-mqtt-service.ts';

/** The right of the owner alone: what goes to a broker reaches everyone there, and no share of a user with full access reaches that far. */
const right = 'delete-data';

export function registerHomeMqttRoutes(app: FastifyInstance, { service }: { readonly service: HomeMqttService }): void {
  registerRoute(
    app,
    getHomeMqtt,
    {
      access: 'camera',
      right,
      params: cameraParameters,
      response: { 200: homeMqttSchema },
      summary: 'Whether a camera is published on the operator’s MQTT broker; for its owner',
    },
    ({ camera }) => service.get(camera.cameraId),
  );

  registerRoute(
    app,
    updateHomeMqtt,
    {
      access: 'camera',
      right,
      params: cameraParameters,
      body: updateHomeMqttBody,
      response: { 200: homeMqttSchema },
      summary: 'Publishes a camera on the operator’s MQTT broker, or removes it from there',
    },
    ({ camera, body }) => service.update(camera.cameraId, body.isEnabled),
  );
}
