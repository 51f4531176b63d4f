import { cameraParameters } from '@watchpost/contract/schemas/cameras';
import { latestEvents } from '@watchpost/contract/endpoints/cameras';
import {
  countEvents,
  getEventPicture,
  getEventTimeline,
  getMotionDetection,
  listEventDays,
  listEvents,
  markEventsSeen,
  markFalseAlarm,
  unmarkEventsSeen,
  unmarkFalseAlarm,
  updateMotionDetection,
} from '@watchpost/contract/endpoints/events';
import {
  countEventsAnswer,
  countEventsQuery,
  eventDaysAnswer,
  eventDaysQuery,
  eventPageSchema,
  eventPictureParameters,
  eventPictureQuery,
  eventTimelineAnswer,
  eventTimelineQuery,
  latestEventsAnswer,
  listEventsQuery,
  markEventsSeenAnswer,
  markEventsSeenBody,
  motionDetectionSchema,
  unmarkEventsSeenBody,
  updateMotionDetectionBody,
} from '@watchpost/contract/schemas/events';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { registerRoute } from '../../kernel/http.ts';
import { openArchive } from '../../kernel/access/open-archive.ts';
import type { EventsService } from './events-service.ts';

export function registerEventsRoutes(app: FastifyInstance, { service }: { readonly service: EventsService }): void {
  registerRoute(
    app,
    listEvents,
    {
      access: 'account',
      apiKeyScope: 'events',
      query: listEventsQuery,
      response: { 200: eventPageSchema },
      summary: 'Events, newest first',
    },
    ({ viewer, query, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return service.list(viewer.customerId, query, viewer.apiKey);
    },
  );

  registerRoute(
    app,
    markEventsSeen,
    { access: 'session', body: markEventsSeenBody, response: { 200: markEventsSeenAnswer }, summary: 'Marks events as seen' },
    async ({ viewer, body }) => ({ seenAt: await service.markSeen(viewer.customerId, 'eventIds' in body ? body.eventIds : body) }),
  );

  registerRoute(
    app,
    unmarkEventsSeen,
    { access: 'session', body: unmarkEventsSeenBody, response: { 204: z.undefined() }, summary: 'Undoes one marking of events as seen' },
    ({ viewer, body }) => service.unmarkSeen(viewer.customerId, body.seenAt),
  );

  registerRoute(
    app,
    markFalseAlarm,
    {
      access: 'camera',
      right: 'settings',
      params: eventPictureParameters,
      response: { 204: z.undefined() },
      summary: 'Marks an event as a false alarm, for everyone who sees it',
    },
    ({ camera, params }) => service.setFalseAlarm(camera.cameraId, params.eventId, true, openArchive(camera.capabilities)),
  );

  registerRoute(
    app,
    unmarkFalseAlarm,
    {
      access: 'camera',
      right: 'settings',
      params: eventPictureParameters,
      response: { 204: z.undefined() },
      summary: 'The event is no false alarm',
    },
    ({ camera, params }) => service.setFalseAlarm(camera.cameraId, params.eventId, false, openArchive(camera.capabilities)),
  );

  registerRoute(
    app,
    countEvents,
    { access: 'session', query: countEventsQuery, response: { 200: countEventsAnswer }, summary: 'Number of events by type' },
    ({ viewer, query, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return service.counts(viewer.customerId, query);
    },
  );

  registerRoute(
    app,
    listEventDays,
    { access: 'session', query: eventDaysQuery, response: { 200: eventDaysAnswer }, summary: 'Days with events' },
    async ({ viewer, query, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return { days: await service.days(viewer.customerId, query) };
    },
  );

  registerRoute(
    app,
    latestEvents,
    { access: 'session', response: { 200: latestEventsAnswer }, summary: 'The newest event of each camera' },
    async ({ viewer, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return { events: await service.latest(viewer.customerId) };
    },
  );

  registerRoute(
    app,
    getEventTimeline,
    {
      access: 'media',
      right: 'events',
      params: cameraParameters,
      query: eventTimelineQuery,
      response: { 200: eventTimelineAnswer },
      summary: 'The contents of a timeline in a range',
    },
    ({ camera, query, reply }) => {
      reply.header('cache-control', 'private, no-store');
      return service.timeline(camera.cameraId, query, openArchive(camera.capabilities));
    },
  );

  registerRoute(
    app,
    getEventPicture,
    {
      access: 'media',
      right: 'events',
      params: eventPictureParameters,
      query: eventPictureQuery,
      response: { 200: { contentType: 'image/jpeg' } },
      summary: 'The picture at the start of an event',
    },
    async ({ camera, params, query, reply }) => {
      const open = openArchive(camera.capabilities);
      const jpeg = await service.picture(camera.cameraId, params.eventId, open, query.marked === '1');
      reply.header('cache-control', 'private, max-age=600').header('vary', 'authorization, cookie');
      return Buffer.from(jpeg);
    },
  );

  registerRoute(
    app,
    getMotionDetection,
    {
      access: 'camera',
      params: cameraParameters,
      response: { 200: motionDetectionSchema },
      summary: 'The zones and the sensitivity of motion detection',
    },
    ({ camera }) => service.motionDetection(camera.cameraId),
  );

  registerRoute(
    app,
    updateMotionDetection,
    {
      access: 'camera',
      right: 'settings',
      params: cameraParameters,
      body: updateMotionDetectionBody,
      response: { 200: motionDetectionSchema },
      summary: 'Changes these settings',
    },
    ({ camera, body }) => service.updateMotionDetection(camera.cameraId, body),
  );
}
