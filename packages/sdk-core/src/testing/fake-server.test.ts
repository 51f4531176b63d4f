import * as accountEndpoints from '@watchpost/contract/endpoints/account';
import { sendFeedback } from '@watchpost/contract/endpoints/feedback';
import { confirmCode, refreshSession, requestCode } from '@watchpost/contract/endpoints/session';
import type { Endpoint } from '@watchpost/contract/kernel';
import {
  changeEmailBody,
  deleteAccountBody,
  deletionSummarySchema,
  deviceListSchema,
  deviceParameters,
  profileSchema,
  requestEmailCodeBody,
  updateProfileBody,
} from '@watchpost/contract/schemas/account';
import { feedbackAnswer, feedbackFields } from '@watchpost/contract/schemas/feedback';
import {
  confirmCodeBody,
  refreshSessionBody,
  requestCodeAnswer,
  requestCodeBody,
  sessionAnswer,
} from '@watchpost/contract/schemas/session';
import { expect, test } from 'vitest';
import { createTestClient, signIn } from './index.ts';

/** The part of the contract's schemas that this test uses. */
interface Schema {
  safeParse(value: unknown): { readonly success: boolean };
}

/** Creates a client, and records every answer of the in-memory server. */
async function recorded() {
  const answers: { readonly key: string; readonly status: number; readonly body: unknown }[] = [];
  const parts = createTestClient();
  const { client } = createTestClient({
    ...parts,
    fetch: async (input, init) => {
      const response = await parts.server.fetch(input, init);
      const text = await response.text();
      answers.push({
        key: `${init?.method} ${new URL(input instanceof Request ? input.url : input).pathname}`,
        status: response.status,
        body: JSON.parse(text || 'null'),
      });
      return new Response(text === '' ? null : text, response);
    },
  });
  await client.session.requestCode('anna@example.com');
  await signIn(client, parts.server);
  return { ...parts, client, answers };
}

test('the client’s requests and the in-memory server’s answers match the contract', async () => {
  const { client, server, answers } = await recorded();
  const there = createTestClient({ server });
  await signIn(there.client, server);
  server.revokeSessions();
  await client.account.profile();
  await client.account.saveLocale('ru');
  await client.account.requestEmailCode('new@example.com');
  await client.account.changeEmail({ email: 'new@example.com', code: '123456' });
  await client.account.deletionSummary();
  await client.account.requestDeletionCode();
  const devices = await client.account.devices();
  await client.account.signOutDevice(devices.find(({ isCurrent }) => !isCurrent)?.id ?? '');
  await client.account.signOutOtherDevices();
  await client.feedback.send({ message: 'a', email: 'anna@example.com' });
  await client.account.deleteAccount({ code: '123456' });
  const {
    getProfile,
    updateProfile,
    requestEmailCode,
    changeEmail,
    getDeletionSummary,
    requestDeletionCode,
    deleteAccount,
    listDevices,
    signOutOtherDevices,
  } = accountEndpoints;

  const bodies: [Endpoint, Schema][] = [
    [requestCode, requestCodeBody],
    [confirmCode, confirmCodeBody],
    [refreshSession, refreshSessionBody],
    [updateProfile, updateProfileBody],
    [requestEmailCode, requestEmailCodeBody],
    [changeEmail, changeEmailBody],
    [deleteAccount, deleteAccountBody],
    [sendFeedback, feedbackFields],
  ];
  for (const [endpoint, schema] of bodies) {
    const requests = server.requestsTo(endpoint);
    expect(requests.length, endpoint.path).toBeGreaterThan(0);
    for (const { body } of requests) expect(schema.safeParse(body).success, `${endpoint.path} ${JSON.stringify(body)}`).toBe(true);
  }
  expect(
    server
      .requestsTo(accountEndpoints.signOutDevice)
      .map(({ path }) => deviceParameters.safeParse({ deviceId: path.split('/').at(-1) }).success),
  ).toEqual([true]);

  const expected: [Endpoint, Schema][] = [
    [requestCode, requestCodeAnswer],
    [confirmCode, sessionAnswer],
    [refreshSession, sessionAnswer],
    [getProfile, profileSchema],
    [updateProfile, profileSchema],
    [changeEmail, profileSchema],
    [requestEmailCode, requestCodeAnswer],
    [getDeletionSummary, deletionSummarySchema],
    [requestDeletionCode, requestCodeAnswer],
    [listDevices, deviceListSchema],
    [sendFeedback, feedbackAnswer],
  ];
  for (const [{ method, path }, schema] of expected) {
    const good = answers.filter(({ key, status }) => key === `${method} ${path}` && status === 200);
    expect(good.length, path).toBeGreaterThan(0);
    for (const { body } of good) expect(schema.safeParse(body).success, `${path} ${JSON.stringify(body)}`).toBe(true);
  }
  const empty = [deleteAccount, signOutOtherDevices].map(
    ({ method, path }) => answers.find(({ key }) => key === `${method} ${path}`)?.status,
  );
  expect(empty).toEqual([204, 204]);
});
