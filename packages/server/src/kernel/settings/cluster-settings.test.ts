import { describe, expect, test } from 'vitest';
import { readArguments } from '../../cli/arguments.ts';
import { ConfigError, readConfig } from '../config.ts';

const shared = { DATABASE_URL: 'postgres://db/watchpost', WATCHPOST_SECRET: 's'.repeat(32) };

describe('roles', () => {
  test('without roles one machine runs alone, on either database', () => {
    expect(readConfig({}).cluster).toBeNull();
    expect(readConfig({ DATABASE_URL: shared.DATABASE_URL }).cluster).toBeNull();
  });

  test.each([
    ['media', ['media']],
    ['jobs, api', ['api', 'jobs']],
    ['media,media', ['media']],
    ['api,media,jobs', ['api', 'media', 'jobs']],
  ])('%s', (roles, expected) => {
    expect(readConfig({ ...shared, WATCHPOST_ROLES: roles }).cluster?.roles).toEqual(expected);
  });

  test('--role can be repeated, or list several', () => {
    expect(readArguments(['start', '--role', 'media', '--role', 'api,jobs']).variables).toEqual({ WATCHPOST_ROLES: 'media,api,jobs' });
    expect(readArguments(['start']).variables).toEqual({});
  });

  test('all roles on the embedded database are one machine', () => {
    expect(readConfig({ WATCHPOST_ROLES: 'api,media,jobs' }).cluster).toBeNull();
  });

  test.each([
    ['an unknown role', { ...shared, WATCHPOST_ROLES: 'video' }, /WATCHPOST_ROLES must be one or more of api, media, jobs/],
    ['a single role on SQLite', { WATCHPOST_ROLES: 'media' }, /needs PostgreSQL.*\nSet DATABASE_URL/],
    ['a node without the shared secret', { ...shared, WATCHPOST_SECRET: '', WATCHPOST_ROLES: 'api' }, /same WATCHPOST_SECRET/],
    [
      'an address with a path',
      { ...shared, WATCHPOST_ROLES: 'api', WATCHPOST_NODE_ADDRESS: 'http://a/b' },
      /WATCHPOST_NODE_ADDRESS must be/,
    ],
    ['no capacity', { ...shared, WATCHPOST_ROLES: 'media', WATCHPOST_NODE_CAPACITY: '0' }, /WATCHPOST_NODE_CAPACITY must be 1 or more/],
  ])('%s is refused with what to do', (_, variables, message) => {
    expect(() => readConfig(variables)).toThrow(ConfigError);
    expect(() => readConfig(variables)).toThrow(message);
  });

  test('a node has a name and a capacity by default', () => {
    const cluster = readConfig({ ...shared, WATCHPOST_ROLES: 'media' }).cluster;
    expect(cluster).toMatchObject({ name: expect.stringMatching(/./), address: null });
    expect(cluster?.capacity).toBeGreaterThanOrEqual(60);
  });

  test('virtual cameras of the demo belong to one machine', () => {
    expect(readConfig({ ...shared, WATCHPOST_ROLES: 'api,media,jobs' }).demo).toBe(false);
  });
});
