import { z } from 'zod';
import { expect, test } from 'vitest';
import { catalog } from './catalog.ts';
import { fillPath } from './kernel/endpoint.ts';

const endpoints = Object.values(catalog).flatMap((feature) => Object.entries(feature.endpoints));

test('no two schemas have the same name', () => {
  const names = Object.values(catalog).flatMap(({ schemas }) =>
    Object.entries(schemas)
      .filter(([, value]) => value instanceof z.ZodType)
      .map(([name]) => name),
  );
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('no two endpoints have the same method and path, whatever their parameters are called', () => {
  const addresses = endpoints.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([]);
});

test('no two endpoints have the same name', () => {
  const names = endpoints.map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
});

test.each(endpoints)('%s has a path that can be filled', (_name, { path }) => {
  expect(path).toMatch(/^\/public\/api\/v\d\/[a-z{}./A-Z0-9-]+$/);
  const filled = fillPath(path, {
    id: 'a b',
    file: 'c',
    name: 'c d',
    deviceId: 'd e',
    eventId: 'e f',
    sessionId: 'f g',
    uploadId: 'g h',
    videoId: 'h i',
    customerId: 'i j',
    cameraId: 'j k',
    token: 'k l',
    deliveryId: 'l m',
    presetId: 'm n',
    version: 'n o',
    provider: 'o p',
    type: 'p q',
    eventType: 'q r',
    chatId: 'r s',
  });
  expect(filled).not.toMatch(/[{} ]/);
});
