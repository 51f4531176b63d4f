import { sendFeedback } from '@watchpost/contract/endpoints/feedback';
import { feedbackMessageLength } from '@watchpost/contract/schemas/feedback';
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { readEmailMessages } from '../../testing/email-messages.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';

const provider = 'support@cams.example';
const hour = 60 * 60_000;
type Fields = Readonly<Record<string, string | Blob>>;

describeDatabases('feedback', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let clock: ManualClock;
  let db: Db;
  let session: TestSession;

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    clock = createManualClock();
    server = await startTestServer({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, clock, feedbackEmail: provider });
    db = openDatabase(locateDatabase(server.config));
  });
  afterAll(async () => {
    await db.destroy();
    await server.close();
    await place.remove();
  });
  beforeEach(async () => {
    clock.setWallClock(clock.now() + 2 * hour);
    session = await server.signIn(`${randomUUID()}@example.com`, {
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0',
    });
  });

  const fieldsOf = (over: Fields = {}): Fields => ({
    id: randomUUID(),
    customerId: session.customer_id,
    deviceId: session.deviceId,
    message: 'It works.',
    email: session.email,
    ...over,
  });
  const send = (fields: Fields, { headers }: Pick<TestSession, 'headers'> = session, origin = server) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return fetch(origin.url + sendFeedback.path, { method: sendFeedback.method, headers, body });
  };
  const raw = (body: string | Uint8Array<ArrayBuffer>, type: string, headers: Record<string, string> = session.headers) =>
    fetch(server.url + sendFeedback.path, { method: sendFeedback.method, headers: { ...headers, 'content-type': type }, body });
  const kept = (customerId = session.customer_id) => db.selectFrom('feedbacks').selectAll().where('customer_id', '=', customerId).execute();
  const emailMessagesOf = async ({ email }: TestSession) =>
    (await readEmailMessages(place.dataDir, provider)).filter(({ subject }) => subject?.endsWith(email));
  const allSent = () => expect.poll(() => db.selectFrom('letters').select('id').execute()).toEqual([]);

  test('a message is stored, and mailed to the provider so that a reply goes to the user', async () => {
    const fields = fieldsOf({ message: 'The picture stops.\r\nEvery five minutes.', email: 'answer@example.com' });
    const answer = await send(fields);
    expect([answer.status, await answer.json()]).toEqual([201, { id: fields['id'] }]);
    expect(await kept()).toEqual([
      {
        customer_id: session.customer_id,
        id: fields['id'],
        device_id: session.deviceId,
        email: 'answer@example.com',
        message: 'The picture stops.\r\nEvery five minutes.',
        claimed_customer_id: session.customer_id,
        claimed_device_id: session.deviceId,
        created_at: clock.now(),
      },
    ]);
    await expect.poll(() => emailMessagesOf(session)).toHaveLength(1);
    const [emailMessage] = await emailMessagesOf(session);
    expect(emailMessage?.replyTo?.map(({ address }) => address)).toEqual(['answer@example.com']);
    expect(emailMessage?.to?.map(({ address }) => address)).toEqual([provider]);
    for (const part of ['> The picture stops.\n> Every five minutes.', session.email, session.customer_id, 'Firefox, Windows'])
      expect(emailMessage?.text?.replaceAll('\r\n', '\n')).toContain(part);
    expect(emailMessage?.html).toContain('The picture stops.<br>Every five minutes.');
  });

  test('the author comes from the session, whatever the form claims', async () => {
    const victim = await server.signIn(`${randomUUID()}@example.com`);
    expect((await send(fieldsOf({ customerId: victim.customer_id, deviceId: victim.deviceId, email: victim.email }))).status).toBe(201);
    expect(await kept(victim.customer_id)).toEqual([]);
    expect(await kept()).toMatchObject([
      {
        customer_id: session.customer_id,
        device_id: session.deviceId,
        claimed_customer_id: victim.customer_id,
        claimed_device_id: victim.deviceId,
      },
    ]);
    await expect.poll(() => emailMessagesOf(session)).toHaveLength(1);
    const [emailMessage] = await emailMessagesOf(session);
    expect(emailMessage?.subject).toBe(`Feedback from ${session.email}`);
    expect(emailMessage?.text).toContain(`Customer: ${session.customer_id}`);
  });

  test('the same id again, also concurrently, is one message and one e-mail message; another user’s same id is separate', async () => {
    const fields = fieldsOf();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(fields)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    expect((await send({ ...fields, message: 'Something else' })).status).toBe(201);
    expect(await kept()).toMatchObject([{ message: 'It works.' }]);
    await allSent();
    expect(await emailMessagesOf(session)).toHaveLength(1);
    const other = await server.signIn(`${randomUUID()}@example.com`);
    expect((await send(fields, other)).status).toBe(201);
    expect(await kept(other.customer_id)).toHaveLength(1);
  });

  test('hostile text adds no headers, no markup and no lines that look like ours', async () => {
    const message =
      '<img src=x onerror=alert(1)>\r\nBcc: eve@example.com\r\n--\r\n.\r\nSubject: x\u202Etxt.exe\u0007\r\n<a href="javascript:alert(1)">';
    expect((await send(fieldsOf({ message }))).status).toBe(201);
    await expect.poll(() => emailMessagesOf(session)).toHaveLength(1);
    const [emailMessage] = await emailMessagesOf(session);
    expect(emailMessage?.html).not.toMatch(/<img|<a |javascript:alert\(1\)"|\u202E|\p{Cc}(?<![\r\n])/u);
    expect(emailMessage?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect([emailMessage?.bcc, emailMessage?.attachments, emailMessage?.subject]).toEqual([
      undefined,
      [],
      `Feedback from ${session.email}`,
    ]);
    expect(emailMessage?.text?.split(/\r?\n/).filter((line) => /^(Bcc|Subject|<|\.|--$)/.test(line))).toEqual([]);
    for (const email of ['a@example.com\r\nBcc: eve@example.com', 'a@example.com, eve@example.com', '"a\r\n"@example.com'])
      expect((await send(fieldsOf({ email }))).status).toBe(422);
  });

  test('the longest message in any alphabet fits; a form over 16 KiB is 413, with or without a length', async () => {
    expect((await send(fieldsOf({ message: 'Ж'.repeat(feedbackMessageLength) }))).status).toBe(201);
    expect((await send(fieldsOf({ message: '漢'.repeat(feedbackMessageLength) }))).status).toBe(201);
    expect((await send(fieldsOf({ message: 'x'.repeat(feedbackMessageLength + 1) }))).status).toBe(422);
    const large = await send(fieldsOf({ message: 'x'.repeat(17 * 1024) }));
    expect([large.status, ((await large.json()) as { error: { code: string } }).error.code]).toEqual([413, 'request-too-large']);
    expect(await sendInPieces(server.url, session.headers.authorization, 17 * 1024)).toBe(413);
    expect(await kept()).toHaveLength(2);
  });

  test('files, other types, unknown, missing and repeated fields are refused, and nothing is stored', async () => {
    const boundary = 'x';
    const field = (name: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const whole = Object.entries(fieldsOf())
      .map(([name, value]) => field(name, typeof value === 'string' ? value : ''))
      .join('');
    const multipart = `multipart/form-data; boundary=${boundary}`;
    const statuses = {
      file: (await send(fieldsOf({ message: new Blob(['x'], { type: 'text/plain' }) }))).status,
      extra: (await send(fieldsOf({ isAdmin: 'true' }))).status,
      empty: (await send(fieldsOf({ message: ' \r\n ' }))).status,
      wrongId: (await send(fieldsOf({ id: '../../etc/passwd' }))).status,
      doubled: (await raw(`${whole}${field('message', 'again')}--${boundary}--\r\n`, multipart)).status,
      prototype: (await raw(`${whole}${field('__proto__', 'x')}--${boundary}--\r\n`, multipart)).status,
      unfinished: (await raw(whole, multipart)).status,
      cutFile: (await raw(`--${boundary}\r\nContent-Disposition: form-data; name="message"; filename="a.txt"\r\n\r\nhalf`, multipart))
        .status,
      noBoundary: (await raw(whole, 'multipart/form-data')).status,
      nothing: (await raw('', multipart)).status,
      json: (await raw(JSON.stringify(fieldsOf()), 'application/json')).status,
      urlencoded: (await raw('message=x', 'application/x-www-form-urlencoded')).status,
    };
    expect(statuses).toEqual(Object.fromEntries(Object.keys(statuses).map((name) => [name, 422])));
    expect(await kept()).toEqual([]);
  });

  test('without a session nothing is read; other calls accept no forms, which any page could send', async () => {
    expect((await send(fieldsOf(), { headers: { authorization: 'Bearer access.x.y' } })).status).toBe(401);
    expect((await raw('x'.repeat(17 * 1024), 'multipart/form-data; boundary=x', {})).status).toBe(401);
    const form = new FormData();
    form.set('email', 'eve@example.com');
    expect((await fetch(`${server.url}/public/api/v2/cameraphone/customers/login`, { method: 'POST', body: form })).status).toBe(422);
  });

  test('the OpenAPI page describes it as a form', async () => {
    const page = (await (await fetch(`${server.url}/public/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: { $ref: string } }> } }>>;
      components: { schemas: Record<string, { required: string[] }> };
    };
    const content = page.paths[sendFeedback.path]?.['post']?.requestBody?.content;
    expect(Object.keys(content ?? {})).toEqual(['multipart/form-data']);
    const name = content?.['multipart/form-data']?.schema.$ref.split('/').at(-1) ?? '';
    expect(page.components.schemas[name]?.required).toEqual(['id', 'customerId', 'deviceId', 'message', 'email']);
  });

  test('ten messages an hour, with the time to wait; a refused one is not stored', async () => {
    for (let count = 0; count < 10; count += 1) expect((await send(fieldsOf())).status).toBe(201);
    clock.setWallClock(clock.now() + 20 * 60_000);
    // The access token has expired by then.
    const headers = { authorization: `Bearer ${await server.openSession(session.customer_id)}` };
    const refused = await send(fieldsOf(), { headers });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2400']);
    expect(await kept()).toHaveLength(10);
    clock.setWallClock(clock.now() + 40 * 60_000);
    expect((await send(fieldsOf(), { headers: { authorization: `Bearer ${await server.openSession(session.customer_id)}` } })).status).toBe(
      201,
    );
  });

  test('without FEEDBACK_EMAIL it is stored, and the log says so without its text', async () => {
    const silent = await startTestServer({ clock });
    const writer = await silent.signIn('writer@example.com');
    const own = openDatabase(locateDatabase(silent.config));
    expect(
      (await send({ id: randomUUID(), customerId: '', deviceId: '', message: 'Secret words', email: writer.email }, writer, silent)).status,
    ).toBe(201);
    expect(await own.selectFrom('feedbacks').select('message').execute()).toEqual([{ message: 'Secret words' }]);
    expect(await own.selectFrom('letters').select('id').execute()).toEqual([]);
    expect(silent.logLines.join('')).toContain('FEEDBACK_EMAIL');
    expect(silent.logLines.join('')).not.toContain('Secret words');
    await own.destroy();
    await silent.close();
  });
});

/** Sends a form without Content-Length. */
function sendInPieces(origin: string, authorization: string, bytes: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = httpRequest(
    origin + sendFeedback.path,
    { method: 'POST', headers: { authorization, 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' } },
    (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    },
  );
  request.on('error', reject);
  for (let sent = 0; sent < bytes; sent += 1024) request.write('x'.repeat(1024));
  request.end();
  return promise;
}
