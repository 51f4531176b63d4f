import { expect, test } from 'vitest';
import * as account from './account/account-endpoints.ts';
import * as addCamera from './add-camera/add-camera-endpoints.ts';
import * as archive from './archive/archive-endpoints.ts';
import * as cameraSettings from './camera-settings/camera-settings-endpoints.ts';
import * as cameras from './cameras/cameras-endpoints.ts';
import * as events from './events/events-endpoints.ts';
import * as feedback from './feedback/feedback-endpoints.ts';
import * as locations from './locations/locations-endpoints.ts';
import * as notifications from './notifications/notifications-endpoints.ts';
import * as player from './player/player-endpoints.ts';
import * as sdCard from './sd-card/sd-card-endpoints.ts';
import * as session from './session/session-endpoints.ts';
import * as videoWall from './video-wall/video-wall-endpoints.ts';
import { fillPath } from '../kernel/endpoint.ts';

const endpoints = [account, addCamera, archive, cameras, cameraSettings, events, feedback, locations, notifications, player, sdCard, session, videoWall].flatMap((feature) => Object.entries(feature));

test('no two calls have the same method and path, whatever their parameters are called', () => {
  const addresses = endpoints.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
});

test('no two calls have the same name', () => {
  const names = endpoints.map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
});

test.each(endpoints)('%s has a path that can be filled', (_name, { path }) => {
  expect(path).toMatch(/^\/public\/api\/v\d\/[a-z{}./A-Z0-9-]+$/);
  const filled = fillPath(path, { id: 'a b', file: 'c', deviceId: 'd e', eventId: 'e f', sessionId: 'f g', uploadId: 'g h', videoId: 'h i' });
  expect(filled).not.toMatch(/[{} ]/);
});
