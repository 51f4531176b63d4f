import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../db/database.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from './databases.ts';
import { insertCamera } from './people.ts';
import { startTestServer, type TestServer, type TestSession } from './test-server.ts';

/** Requests per route; R16 requires 1,000, which `npm run reliability` makes. */
const requestsARoute = Number(process.env['WATCHPOST_HOSTILE_REQUESTS'] ?? 40);

const nasty = fc.oneof(
  fc.constantFrom(
    '',
    '\u0000',
    '../../etc/passwd',
    '%00',
    "' or 1=1 --",
    '<script>alert(1)</script>',
    '\ud800',
    'a'.repeat(5000),
    '-1',
    '1e400',
    'NaN',
    '${jndi:ldap://x}',
  ),
  fc.string(),
);
const nastyBody = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.record({ email: nasty, otp: nasty, deviceId: nasty, deviceName: nasty, deviceToken: nasty }, { requiredKeys: [] }),
  fc.record({ name: nasty }),
  fc.record(
    {
      refreshToken: nasty,
      grant_type: fc.constantFrom('refresh_token', 'device_token', 'x'),
      device_id: fc.uuid(),
      device_token: nasty,
      username: nasty,
    },
    { requiredKeys: [] },
  ),
  fc.record(
    {
      registrationToken: nasty,
      title: nasty,
      source: fc.record({ kind: fc.constantFrom('rtsp', 'agent', 'x'), url: nasty, serialNumber: nasty }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  ),
  fc.record({
    token: fc.oneof(
      nasty,
      fc.record({ endpoint: nasty, keys: fc.record({ p256dh: nasty, auth: nasty }) }).map((subscription) => JSON.stringify(subscription)),
    ),
  }),
  fc.record({ origin: nasty, ttlSeconds: fc.double(), withAudio: nasty }, { requiredKeys: [] }),
);

/** A multipart form with arbitrary names, values and boundaries. */
const nastyForm = fc
  .array(
    fc.tuple(
      fc.constantFrom('id', 'customerId', 'deviceId', 'message', 'email', '__proto__', '"', 'a"; filename="b'),
      nasty,
      fc.constantFrom('\r\n', '\n', ''),
    ),
    { maxLength: 8 },
  )
  .map(
    (parts) =>
      `${parts.map(([name, value, end]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}${end}`).join('')}--x--\r\n`,
  );

describeDatabases('hostile requests', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let session: TestSession;
  let db: Db;

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    server = await startTestServer({ dataDir: place.dataDir, databaseUrl: place.databaseUrl });
    session = await server.signIn('owner@example.com');
    db = openDatabase(locateDatabase(server.config));
  });
  afterAll(async () => {
    await db.destroy();
    await server.close();
    await place.remove();
  });

  test(
    'R16: no 5xx, no stack, no SQL and no path in any answer',
    async () => {
      const cameraId = await insertCamera(db, session.customer_id);
      for (const { endpoint, options } of server.server.app.contractRoutes.filter(({ endpoint }) => !endpoint.path.endsWith('/logout'))) {
        const scenario = fc.record({
          id: fc.oneof(fc.constant(cameraId), nasty),
          rest: nasty,
          mangled: fc.option(nastyForm),
          query: fc.dictionary(fc.constantFrom('from', 'to', 'at', '_HLS_msn', '_HLS_part', 'x'), nasty),
          body: nastyBody,
        });
        const property = fc.asyncProperty(scenario, async ({ id, rest, query, body, mangled }) => {
          const url =
            endpoint.path.replace('{id}', encode(id)).replace(/\{\w+\}/, encode(rest)) +
            (options.query ? `?${new URLSearchParams(query).toString()}` : '');
          const hasBody = endpoint.method !== 'GET';
          const isForm = options.bodyType !== undefined && mangled !== null;
          const response = await server.server.app.inject({
            method: endpoint.method,
            url,
            headers: {
              authorization: session.headers.authorization,
              ...(hasBody && { 'content-type': isForm ? 'multipart/form-data; boundary=x' : 'application/json' }),
            },
            ...(hasBody && { payload: isForm ? mangled : (JSON.stringify(body) ?? '') }),
          });
          expect(response.statusCode, `${endpoint.method} ${url}`).toBeLessThan(500);
          const refusal = response.statusCode >= 400 ? response.body : '';
          expect(refusal).not.toMatch(/node_modules|at \w+ \(|select |insert into|\/tmp\/|SQLITE|syntax error/i);
        });
        await fc.assert(property, { numRuns: requestsARoute });
      }
    },
    60_000 * Math.ceil(requestsARoute / 40),
  );
});

/** Percent-encodes a possibly ill-formed text. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
