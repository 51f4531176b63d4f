import { changeEmail, deleteAccount, signOutDevice, signOutOtherDevices } from '@watchpost/contract/endpoints/account';
import { revokeApiKey } from '@watchpost/contract/endpoints/api-keys';
import { deleteFootage } from '@watchpost/contract/endpoints/archive';
import { putPlan, retirePlan } from '@watchpost/contract/endpoints/billing';
import { updateCameraSettings, updateDeviceNetwork, updateDeviceSettings } from '@watchpost/contract/endpoints/camera-settings';
import { removeCamera } from '@watchpost/contract/endpoints/cameras';
import { revokeEmbedLink, revokeEmbedToken, revokeEmbedTokens } from '@watchpost/contract/endpoints/embeds';
import { changeOperatorSetting } from '@watchpost/contract/endpoints/operator';
import { confirmCode } from '@watchpost/contract/endpoints/session';
import { removeCameraUser, removeUser, revokeInvite } from '@watchpost/contract/endpoints/sharing';
import { revokeStreamLink } from '@watchpost/contract/endpoints/stream-links';
import { removeWebhook } from '@watchpost/contract/endpoints/webhooks';
import type { Endpoint } from '@watchpost/contract/kernel';
import { changeSettingBody, type AuditKind } from '@watchpost/contract/schemas/operator';
import type { Db } from '../../../db/database.ts';

/** A call that is noted once it has succeeded. */
interface AuditedCall {
  readonly endpoint: Endpoint;
  readonly kind: AuditKind;
  /** The parameter of its path that names what it was done to. */
  readonly subject?: AuditSubject;
  /** Reads the name before the call, which may remove it. */
  readonly nameOf?: (db: Db, id: string) => Promise<string | null>;
  /** Reads it from the body instead: what something was set to. */
  readonly nameIn?: (body: unknown) => string | null;
}
export type AuditSubject = 'id' | 'customerId' | 'deviceId' | 'name';

const cameraTitle = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('cameras').select('title').where('id', '=', id).executeTakeFirst())?.title ?? null;
const emailOf = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('customers').select('email').where('id', '=', id).executeTakeFirst())?.email ?? null;
const deviceName = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('devices').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null;
const keyName = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('api_keys').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null;
const linkLabel = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('invites').select('label').where('id', '=', id).executeTakeFirst())?.label ?? null;
const embedName = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('embed_links').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null;
const streamName = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('stream_links').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null;
/** Only its origin: an address may have a secret in its path. */
const webhookOrigin = async (db: Db, id: string): Promise<string | null> => {
  const row = await db.selectFrom('webhooks').select('url').where('id', '=', id).executeTakeFirst();
  return row ? new URL(row.url).origin : null;
};

const newValue = (body: unknown): string | null => changeSettingBody.safeParse(body).data?.value ?? null;

/** Sign-ins are noted for operators only. */
export const auditedSignIn: AuditedCall = { endpoint: confirmCode, kind: 'operator-signed-in' };

export const auditedCalls: readonly AuditedCall[] = [
  auditedSignIn,
  { endpoint: putPlan, kind: 'plan-changed', subject: 'id' },
  { endpoint: retirePlan, kind: 'plan-retired', subject: 'id' },
  { endpoint: deleteAccount, kind: 'account-deleted' },
  { endpoint: changeEmail, kind: 'email-changed' },
  { endpoint: removeCamera, kind: 'camera-removed', subject: 'id', nameOf: cameraTitle },
  { endpoint: updateCameraSettings, kind: 'camera-settings-changed', subject: 'id', nameOf: cameraTitle },
  { endpoint: updateDeviceSettings, kind: 'camera-settings-changed', subject: 'id', nameOf: cameraTitle },
  { endpoint: updateDeviceNetwork, kind: 'camera-settings-changed', subject: 'id', nameOf: cameraTitle },
  { endpoint: deleteFootage, kind: 'footage-deleted', subject: 'id', nameOf: cameraTitle },
  { endpoint: removeUser, kind: 'user-removed', subject: 'customerId', nameOf: emailOf },
  { endpoint: removeCameraUser, kind: 'user-removed', subject: 'customerId', nameOf: emailOf },
  { endpoint: signOutDevice, kind: 'device-signed-out', subject: 'deviceId', nameOf: deviceName },
  { endpoint: signOutOtherDevices, kind: 'device-signed-out' },
  { endpoint: revokeInvite, kind: 'link-revoked', subject: 'id', nameOf: linkLabel },
  { endpoint: revokeApiKey, kind: 'key-revoked', subject: 'id', nameOf: keyName },
  { endpoint: revokeEmbedLink, kind: 'embed-revoked', subject: 'id', nameOf: embedName },
  { endpoint: revokeEmbedToken, kind: 'embed-revoked', subject: 'id' },
  { endpoint: revokeEmbedTokens, kind: 'embed-revoked' },
  { endpoint: revokeStreamLink, kind: 'stream-revoked', subject: 'id', nameOf: streamName },
  { endpoint: removeWebhook, kind: 'webhook-removed', subject: 'id', nameOf: webhookOrigin },
  { endpoint: changeOperatorSetting, kind: 'setting-changed', subject: 'name', nameIn: newValue },
];
