import { authorizeMqtt, mqttSocket } from '@watchpost/contract/endpoints/events';
import { mqttAuthorizationAnswer } from '@watchpost/contract/schemas/events';
import type { FastifyInstance } from 'fastify';
import type { Broker } from '../../adapters/broker/port.ts';
import { registerRoute } from '../../kernel/http.ts';
import { refuseUpgrade, type UpgradeRouter } from '../../kernel/upgrade.ts';
import type { MqttAccess } from './events-mqtt-access.ts';

export interface MqttRoutesDeps {
  readonly upgrades: UpgradeRouter;
  readonly broker: Broker;
  readonly access: MqttAccess;
  readonly publicOrigin: string | null;
}

export function registerMqttRoutes(app: FastifyInstance, { upgrades, broker, access, publicOrigin }: MqttRoutesDeps): void {
  registerRoute(
    app,
    authorizeMqtt,
    { access: 'session', response: { 200: mqttAuthorizationAnswer }, summary: 'Name, password and topics for the broker' },
    ({ viewer, reply }) => {
      reply.header('cache-control', 'no-store');
      return access.authorize(viewer);
    },
  );

  upgrades.on(mqttSocket.path, (request, socket, head) => {
    const { host, origin } = request.headers;
    // As for live video: allowed for this server's own pages, and for programs, which send no Origin.
    const own = [publicOrigin, `http://${host}`, `https://${host}`];
    if (origin !== undefined && !own.includes(origin)) return refuseUpgrade(socket, 403, 'Forbidden');
    broker.handleUpgrade(request, socket, head);
  });
}
