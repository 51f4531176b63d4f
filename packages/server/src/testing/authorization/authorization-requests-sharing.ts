import { createInvite, revokeInvite } from '@watchpost/contract/endpoints/sharing';
import { fillPath } from '@watchpost/contract/kernel';
import { inviteSchema, type Invite, type InviteOptions } from '@watchpost/contract/schemas/sharing';
import { randomUUID } from 'node:crypto';
import type { Attempt, Scene } from './authorization-scene.ts';
import { insertCustomer, insertGrant } from '../people.ts';
import { plainOptions } from '../sharing-scene.ts';

const plain = async (): Promise<Attempt> => ({});

/** Calls of the sharing feature. The owner creates the links. */
export const sharingRequests: Readonly<Record<string, (scene: Scene) => Promise<Attempt>>> = {
  'GET /public/api/v2/cameraphone/invites': async (scene) => besideLink(scene),
  'POST /public/api/v2/cameraphone/invites': async ({ cameraId }) => ({ body: { ...plainOptions, cameraIds: [cameraId] } }),
  'PATCH /public/api/v2/cameraphone/invites/{id}': async (scene) => ({ ...(await ofLink(scene)), body: { label: 'Neighbour' } }),
  'DELETE /public/api/v2/cameraphone/invites/{id}': async (scene) => ofLink(scene),
  'POST /public/api/v2/cameraphone/invites/{id}/emails': async (scene) => ({
    ...(await ofLink(scene)),
    body: { email: 'guest@example.com' },
  }),
  'POST /public/api/v2/cameraphone/invites/{id}/accept': async (scene) => {
    const { id, token } = await linkOf(scene);
    return { cameraId: id, body: { token } };
  },
  'GET /public/api/v2/cameraphone/cameras/{id}/invites': async (scene) => besideLink(scene),
  'GET /public/api/v2/cameraphone/cameras/{id}/customers': plain,
  'PATCH /public/api/v2/cameraphone/cameras/{id}/customers/{customerId}': async (scene) => ({
    file: await insertViewer(scene),
    body: { withAudio: false },
  }),
  'DELETE /public/api/v2/cameraphone/cameras/{id}/customers/{customerId}': async (scene) => ({ file: await insertViewer(scene) }),
  'GET /public/api/v2/cameraphone/cameras/customers': plain,
  'DELETE /public/api/v2/cameraphone/cameras/customers/{customerId}': async (scene) => ({ file: await insertViewer(scene) }),
  'GET /public/api/v3/invites/by-token/{token}': async (scene) => byToken(scene),
  'GET /public/api/v3/cameras/by-token/{token}': async (scene) => byToken(scene),
  'GET /public/api/v3/invites/by-token/{token}/guest': async (scene) => byToken(scene),
  'GET /public/api/v3/invites/by-token/{token}/cameras/{cameraId}/preview.jpg': async (scene) => {
    const { cameraId } = scene.live;
    const { token } = await linkOf({ ...scene, cameraId });
    return { parameters: { token, cameraId } };
  },
  'POST /public/api/v3/invites/by-token/{token}/guest': async (scene) => byToken(scene),
  'POST /public/api/v3/guests/{id}': async (scene) => ofLink(scene),
  'DELETE /public/api/v3/guests/{id}': async (scene) => ofLink(scene),
};

async function ofLink(scene: Scene): Promise<Attempt> {
  return { cameraId: (await linkOf(scene)).id };
}

/** The camera has a link of its owner, too. */
async function besideLink(scene: Scene): Promise<Attempt> {
  await linkOf(scene);
  return {};
}

async function byToken(scene: Scene): Promise<Attempt> {
  return { parameters: { token: (await linkOf(scene)).token } };
}

/** Creates the link that the actor has: for R, a revoked one. */
async function linkOf({ server, ownerId, cameraId, actor }: Scene): Promise<Invite & { readonly token: string }> {
  const headers = { authorization: `Bearer ${await server.openSession(ownerId)}` };
  const options: Partial<InviteOptions> = { allowsGuests: true, hasPicture: true };
  const response = await server.call(createInvite, { headers, body: { ...plainOptions, ...options, cameraIds: [cameraId] } });
  const invite = inviteSchema.parse(await response.json());
  if (actor === 'R') await server.call({ ...revokeInvite, path: fillPath(revokeInvite.path, { id: invite.id }) }, { headers });
  if (invite.token === null) throw new Error('The creator got no token.');
  return { ...invite, token: invite.token };
}

/** Inserts another user who can watch the camera. */
async function insertViewer({ db, cameraId }: Scene): Promise<string> {
  const customerId = await insertCustomer(db, `${randomUUID()}@example.com`);
  await insertGrant(db, cameraId, customerId);
  return customerId;
}
