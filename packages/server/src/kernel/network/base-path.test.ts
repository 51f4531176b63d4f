import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { addBasePath, publicUrlOf, readPublicAddress, withoutBasePath } from './base-path.ts';

describe('the address under which browsers reach the server', () => {
  test.each([
    ['https://cams.example', 'https://cams.example', ''],
    ['https://cams.example/', 'https://cams.example', ''],
    ['http://localhost:8080', 'http://localhost:8080', ''],
    ['https://example.org/cams', 'https://example.org', '/cams'],
    ['https://example.org/cams/', 'https://example.org', '/cams'],
    ['https://example.org/home/my-cams_2', 'https://example.org', '/home/my-cams_2'],
  ])('%s', (value, origin, basePath) => {
    expect(readPublicAddress(value)).toEqual({ origin, basePath });
    expect(publicUrlOf({ publicOrigin: origin, basePath })).toBe(origin + basePath);
  });

  test.each([
    'cams.example',
    'ftp://cams.example',
    'https://cams.example:443',
    'https://anna:secret@cams.example',
    'https://cams.example/?a',
    'https://cams.example/#a',
    'https://cams.example//a',
    'https://cams.example/a/../b',
    'https://cams.example/a b',
    'https://cams.example/%63ams',
    'https://cams.example/public',
    'https://cams.example/embed/cams',
  ])('%s is none', (value) => expect(readPublicAddress(value)).toBeNull());
});

test.each([
  ['/cams/public/api?x', '/cams', '/public/api?x'],
  ['/public/api', '/cams', '/public/api'],
  ['/cams', '/cams', '/'],
  ['/cams?x=1', '/cams', '/?x=1'],
  ['/camsite', '/cams', '/camsite'],
  ['/cameras/a', '', '/cameras/a'],
])('a request for %s under %j is for %s', (url, basePath, expected) => {
  expect(withoutBasePath(url, basePath)).toBe(expected);
});

test('cookies and addresses in headers get the path, others stay', async () => {
  const app = Fastify();
  await app.register(cookie);
  addBasePath(app, '/cams');
  app.get('/', (_request, reply) =>
    reply
      .setCookie('a', '1', { path: '/' })
      .setCookie('b', '2', { path: '/public/api', httpOnly: true })
      .header('location', '/e/1')
      .send(''),
  );
  app.get('/away', (_request, reply) => reply.redirect('https://pay.example/1'));
  const { headers } = await app.inject('/');
  expect(headers['set-cookie']).toEqual(['a=1; Path=/cams; SameSite=Lax', 'b=2; Path=/cams/public/api; HttpOnly; SameSite=Lax']);
  expect(headers.location).toBe('/cams/e/1');
  expect((await app.inject('/away')).headers.location).toBe('https://pay.example/1');
  await app.close();
});
