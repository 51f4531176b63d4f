import type { FastifyRequest } from 'fastify';
import type { CameraAccess, Viewer } from '../../kernel/access/access.ts';
import type { ApiKey } from '../../kernel/access/api-key.ts';
import { describeUserAgent, type DeviceDescription } from '../session/index.ts';
import type { AccessChange, AccessLog } from './log/sharing-log-recorder.ts';

/** Writes changes of access to the access log, in the transaction that makes them. */
export type AccessChangeRecorder = AccessLog['record'];

/** Who changes access, and from which kind of device. */
export interface SharingActor {
  readonly customerId: string;
  /** The API key that acts for the customer; absent for a user. */
  readonly apiKey?: Pick<ApiKey, 'id' | 'name'> | undefined;
  readonly device: DeviceDescription;
}

export function actorOf({ customerId, apiKey }: Viewer, request: FastifyRequest): SharingActor {
  return { customerId, apiKey, device: deviceOf(request) };
}

export function deviceOf({ headers }: FastifyRequest): DeviceDescription {
  return describeUserAgent(headers['user-agent']);
}

/** Completes an entry of the log with its actor. */
export function entryBy(
  { customerId, apiKey, device }: SharingActor,
  entry: Pick<AccessChange, 'kind' | 'cameraId' | 'grant' | 'subject'>,
): AccessChange {
  return { ...entry, actorId: customerId, actorKey: apiKey, device };
}

/** Returns what allowed a change, for the log. @param label of the link by which the access came; null for none */
export function grantOfEntry({ capabilities: { role }, inviteId }: CameraAccess, label: string | null = null): AccessChange['grant'] {
  if (role === 'owner' || role === 'full') return { kind: role };
  return inviteId === null || label === null ? { kind: 'view' } : { kind: 'link', inviteId, label };
}

/** @param customerId whose access changed; null for everyone who watches the camera, guests included */
export type AccessChangeListener = (cameraId: string, customerId: string | null) => void;

/** Notifies those who serve running streams that access to a camera may have become less. */
export interface AccessNotifier {
  subscribe(listener: AccessChangeListener): void;
  /** Call it after the transaction. */
  notify(cameraIds: Iterable<string>, customerId: string | null): void;
}

export function createAccessNotifier(): AccessNotifier {
  const listeners: AccessChangeListener[] = [];
  return {
    subscribe: (listener) => void listeners.push(listener),
    notify: (cameraIds, customerId) => {
      for (const cameraId of cameraIds) for (const listener of listeners) listener(cameraId, customerId);
    },
  };
}
