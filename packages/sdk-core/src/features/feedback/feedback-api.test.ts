import { sendFeedback } from '@watchpost/contract/endpoints/feedback';
import { expect, test } from 'vitest';
import { createTestClient, signIn } from '../../testing/index.ts';

async function signedIn() {
  const bodies: unknown[] = [];
  const parts = createTestClient();
  const { server } = parts;
  const spied = createTestClient({ ...parts, fetch: (input, init) => (bodies.push(init?.body), server.fetch(input, init)) });
  await signIn(spied.client, server);
  return { ...spied, bodies };
}

test('feedback is sent as a form, with its id, the user and the device', async () => {
  const { client, server, bodies } = await signedIn();
  await expect(client.feedback.send({ message: 'Строка\nи ещё одна', email: 'anna@example.com' })).resolves.toBeUndefined();
  const deviceId = server.requests.find(({ path }) => path.endsWith('/confirmation'))?.body['deviceId'];
  const [request] = server.requestsTo(sendFeedback);
  expect(request?.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    customerId: 'customer-anna@example.com',
    deviceId,
    message: 'Строка\nи ещё одна',
    email: 'anna@example.com',
  });
  expect(bodies.at(-1)).toBeInstanceOf(FormData);
  // The platform generates the boundary of the parts.
  expect(request?.headers.get('Content-Type')).toBeNull();
});

test('a given id makes a retry harmless; without one, each report gets its own', async () => {
  const { client, server } = await signedIn();
  const report = { message: 'a', email: 'anna@example.com', id: '6f2b0b52-3b0a-4c55-9d63-0d9f6a0f8f11' };
  await client.feedback.send(report);
  await client.feedback.send(report);
  expect(server.feedbacks.map(({ id }) => id)).toEqual([report.id]);
  await client.feedback.send({ message: 'b', email: 'anna@example.com' });
  await client.feedback.send({ message: 'b', email: 'anna@example.com' });
  expect(new Set(server.feedbacks.map(({ id }) => id)).size).toBe(3);
});

test('a report that met an expired token is sent again unchanged', async () => {
  const { client, server } = await signedIn();
  server.expireAccessTokens();
  await client.feedback.send({ message: 'a', email: 'anna@example.com' });
  const [first, second] = server.requestsTo(sendFeedback);
  expect(second?.body).toEqual(first?.body);
  expect(server.feedbacks).toHaveLength(1);
});

test('an error reaches the caller', async () => {
  const { client, server } = await signedIn();
  server.answerNext(sendFeedback, 'too-many-requests');
  await expect(client.feedback.send({ message: 'a', email: 'anna@example.com' })).rejects.toMatchObject({ code: 'too-many-requests' });
});
