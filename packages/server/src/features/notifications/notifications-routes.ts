import {
  getCameraNotifications,
  getEventNotifications,
  getPushConfiguration,
  sendTestPush,
  subscribeToPush,
  testNotifications,
  unsubscribeFromPush,
  updateCameraNotifications,
  updateEventNotifications,
} from '@watchpost/contract/endpoints/notifications';
import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import {
  cameraNotificationsSchema,
  eventNotificationsParameters,
  eventNotificationsSchema,
  notificationTestsAnswer,
  pushConfigurationSchema,
  subscribeToPushAnswer,
  subscribeToPushBody,
  updateCameraNotificationsBody,
  updateEventNotificationsBody,
} from '@watchpost/contract/schemas/notifications';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { registerRoute } from '../../kernel/http.ts';
import type { NotificationsService } from './notifications-service.ts';

export function registerNotificationsRoutes(app: FastifyInstance, { service }: { service: NotificationsService }): void {
  registerRoute(
    app,
    getPushConfiguration,
    { access: 'session', response: { 200: pushConfigurationSchema }, summary: 'How this server delivers push messages' },
    async () => service.configuration,
  );

  registerRoute(
    app,
    subscribeToPush,
    {
      access: 'session',
      body: subscribeToPushBody,
      response: { 200: subscribeToPushAnswer },
      summary: 'Subscribes this device to push messages',
    },
    ({ viewer, body }) => service.subscribe(viewer, body.token),
  );

  registerRoute(
    app,
    unsubscribeFromPush,
    { access: 'session', response: { 204: z.undefined() }, summary: 'Unsubscribes this device from push messages' },
    ({ viewer }) => service.unsubscribe(viewer),
  );

  registerRoute(
    app,
    sendTestPush,
    { access: 'session', response: { 204: z.undefined() }, summary: 'Sends a test message to this device; 404 if it has no subscription' },
    ({ viewer }) => service.sendTest(viewer),
  );

  registerRoute(
    app,
    testNotifications,
    {
      access: 'session',
      response: { 200: notificationTestsAnswer },
      summary: 'Sends one message through each of the caller’s channels, and says what broke',
    },
    ({ viewer }) => service.testAll(viewer),
  );

  // A viewer changes only their own row.
  registerRoute(
    app,
    getCameraNotifications,
    {
      access: 'camera',
      params: cameraParameters,
      response: { 200: cameraNotificationsSchema },
      summary: 'The caller’s notification settings of this camera',
    },
    ({ camera }) => service.cameraNotifications(camera),
  );

  registerRoute(
    app,
    updateCameraNotifications,
    {
      access: 'camera',
      params: cameraParameters,
      body: updateCameraNotificationsBody,
      response: { 200: cameraNotificationsSchema },
      summary: 'Changes these settings',
    },
    ({ camera, body }) => service.updateCameraNotifications(camera, body),
  );

  registerRoute(
    app,
    getEventNotifications,
    {
      access: 'camera',
      params: eventNotificationsParameters,
      response: { 200: eventNotificationsSchema },
      summary: 'The caller’s notification settings of one event type of this camera',
    },
    ({ camera, params }) => service.eventNotifications(camera, params.eventType),
  );

  registerRoute(
    app,
    updateEventNotifications,
    {
      access: 'camera',
      params: eventNotificationsParameters,
      body: updateEventNotificationsBody,
      response: { 200: eventNotificationsSchema },
      summary: 'Changes these settings',
    },
    ({ camera, params, body }) => service.updateEventNotifications(camera, params.eventType, body),
  );
}
