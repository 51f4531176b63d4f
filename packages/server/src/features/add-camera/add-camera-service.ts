import { createHash } from 'node:crypto';
import { deviceSerialPattern } from '@watchpost/contract/protocols/device-key';
import {
  serialNumberSchema,
  type AddressSource,
  type AgentSource,
  type CameraSource,
  type OnvifSource,
  type PhoneSource,
  type ProbeSourceAnswer,
  type RegisterCameraAnswer,
  type RegistrationAnswer,
  type RegistrationTokenAnswer,
  type RtspSource,
} from '@watchpost/contract/schemas/add-camera';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import { newId, newSecret } from '../../kernel/ids.ts';
import type { Tokens } from '../../kernel/tokens.ts';
import type { Db } from '../../db/database.ts';
import type { RegistrationTokensTable } from '../../db/schema.ts';
import type { CamerasService } from '../cameras/index.ts';
import { isProven } from './add-camera-device-proof.ts';
import { findCamera } from './add-camera-find.ts';
import { readRegistration } from './add-camera-registration.ts';
import { createAddCameraRepository } from './add-camera-repository.ts';
import { isSameChannel, reachSource, titleOfSource, uniqueTitle, type ReachedSource, type SourceDeps } from './add-camera-sources.ts';
import { createProbeLimit, createSerialLimit } from './add-camera-limits.ts';
import type { CameraQuota } from './add-camera-quota.ts';

interface Registration {
  readonly registrationToken: string;
  readonly title?: string | undefined;
  /** IANA name of the adding user's zone, for a camera that doesn't know its own. */
  readonly timeZone?: string | undefined;
  readonly source: CameraSource;
}

export interface AddCameraService {
  /** Creates a token, valid for 10 minutes and one camera of this account. @throws {AppError} camera-limit-reached, too-many-requests */
  createRegistrationToken(customerId: string): Promise<RegistrationTokenAnswer>;
  /**
   * Creates a token, valid for 10 minutes and the camera with this serial number. @throws {AppError} serial-number-invalid,
   * camera-firmware-old, camera-connected, camera-connected-here, camera-limit-reached, too-many-requests
   */
  createSerialRegistrationToken(customerId: string, serialNumber: string): Promise<RegistrationTokenAnswer>;
  /** Returns the state of a registration that this customer began. @throws {AppError} not-found */
  registration(customerId: string, registrationId: string): Promise<RegistrationAnswer>;
  /**
   * Registers a camera by its token. @throws {AppError} registration-token-invalid, registration-token-used, registration-token-foreign,
   * camera-firmware-old, serial-number-unproven, camera-connected, camera-connected-here, camera-limit-reached, too-many-requests, or why
   * the camera can't be reached
   */
  register(registration: Registration): Promise<RegisterCameraAnswer>;
  /** Checks that a source delivers a picture. @throws {AppError} the exact reason */
  probe(customerId: string, source: RtspSource | OnvifSource | AddressSource): Promise<ProbeSourceAnswer>;
  /**
   * Returns the proof of removal for an agent whose camera was removed: only this server knows it, and the agent can check it. Null for any
   * other token.
   */
  removalProof(agentToken: string): Promise<string | null>;
  /** The camera of an agent's token, or null. */
  findAgent(agentToken: string): Promise<{ readonly cameraId: string; readonly isPaused: boolean } | null>;
}

export interface AddCameraDeps extends SourceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly cameras: Pick<CamerasService, 'create' | 'ownedBy'>;
  readonly quota: CameraQuota;
}

const tokenTtlMs = 10 * 60_000;
/** An agent receives this hash at registration, to recognize a removal. */
const removalHash = (proof: string): string => createHash('sha256').update(proof).digest('hex');
/** Serial numbers from before cameras had keys. */
const unprovable = /^WP-[0-9A-F]{12}$/;

function withChannel(source: ReachedSource['source'], channel: string): ReachedSource['source'] {
  return { ...source, ...(source.device && { device: { ...source.device, channel } }) };
}

/** Whether the camera connects to the server by itself. */
function isPushed(source: CameraSource): source is AgentSource | PhoneSource {
  return source.kind === 'agent' || source.kind === 'phone';
}

export function createAddCameraService({ db, clock, tokens, cameras, quota, probe, readOnvif }: AddCameraDeps): AddCameraService {
  const repository = createAddCameraRepository(db);
  const limit = createProbeLimit(clock);
  const limitSerials = createSerialLimit(clock);
  const limitRefusals = createSerialLimit(clock);
  /** Derived with the server's key, so it is not stored anywhere. */
  const proofOf = (agentToken: string): string => tokens.digest('removal', agentToken);
  const reach = async (customerId: string, source: RtspSource | OnvifSource): Promise<ReachedSource> => {
    const reached = await reachSource(customerId, source, { probe, readOnvif });
    const { channels } = reached.answer;
    if (!channels) return reached;
    const owned = await cameras.ownedBy(customerId);
    const isAdded = (channel: string): boolean =>
      owned.some((camera) => isSameChannel(camera.source, withChannel(reached.source, channel), channels[0]?.channel ?? ''));
    return { ...reached, answer: { ...reached.answer, channels: channels.map((one) => ({ ...one, isAdded: isAdded(one.channel) })) } };
  };

  /** The same, unless it is a recorder's channel that the owner has already. */
  const reachNew = async (ownerId: string, source: RtspSource | OnvifSource): Promise<ReachedSource['source']> => {
    const { source: reached, answer } = await reach(ownerId, source);
    const mine = answer.channels?.find(({ channel }) => channel === reached.device?.channel);
    if (mine?.isAdded === true) throw new AppError('camera-connected-here');
    return reached;
  };

  /** An unknown token and an expired one are answered alike. */
  const openToken = async (tokenHash: string): Promise<RegistrationTokensTable> => {
    const row = await repository.findToken(tokenHash);
    if (!row || Number(row.expires_at) <= clock.now()) throw new AppError('registration-token-invalid');
    if (row.used_at !== null) throw new AppError('registration-token-used');
    return row;
  };
  const createToken = async (customerId: string, serialNumber: string | null): Promise<RegistrationTokenAnswer> => {
    await quota.countToken(customerId);
    const registrationToken = newSecret();
    const registrationId = newId('reg');
    const expiresAt = clock.now() + tokenTtlMs;
    await repository.insertToken({
      token_hash: tokens.digest('registration', registrationToken),
      customer_id: customerId,
      expires_at: expiresAt,
      used_at: null,
      serial_number: serialNumber,
      id: registrationId,
      camera_id: null,
      refusal: null,
    });
    return { registrationToken, registrationId, expiresAt };
  };
  /** Refuses an unproven serial number: anyone who knows it could otherwise keep the owner from adding the camera. */
  const refuseUnproven = async (tokenHash: string, registrationToken: string, source: AgentSource): Promise<void> => {
    if (isProven(source, registrationToken)) return;
    const code = source.proof ? 'serial-number-unproven' : 'camera-firmware-old';
    await repository.setRefusal(tokenHash, code);
    throw new AppError(code);
  };
  /** Refuses a camera of another account, because a camera belongs to one account; the registration records the reason for its owner. */
  const refuseTaken = async (tokenHash: string, ownerId: string, serialNumber: string): Promise<void> => {
    const owner = await repository.findOwnerOfSerial(serialNumber);
    if (owner === null) return;
    limitRefusals(ownerId);
    const code = owner === ownerId ? 'camera-connected-here' : 'camera-connected';
    await repository.setRefusal(tokenHash, code);
    throw new AppError(code);
  };

  /** Records a refusal for the user who began the registration: the camera may be unable to show it. */
  const recordRefusal = async <T>(tokenHash: string, work: Promise<T>): Promise<T> =>
    work.catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === 'camera-limit-reached') await repository.setRefusal(tokenHash, error.code);
      throw error;
    });

  return {
    createRegistrationToken: (customerId) => createToken(customerId, null),
    createSerialRegistrationToken: async (customerId, text) => {
      limitSerials(customerId);
      const serialNumber = serialNumberSchema.safeParse(text).data;
      if (serialNumber === undefined) throw new AppError('serial-number-invalid');
      const owner = await repository.findOwnerOfSerial(serialNumber);
      if (owner !== null) throw new AppError(owner === customerId ? 'camera-connected-here' : 'camera-connected');
      if (!deviceSerialPattern.test(serialNumber))
        throw new AppError(unprovable.test(serialNumber) ? 'camera-firmware-old' : 'serial-number-invalid');
      return createToken(customerId, serialNumber);
    },
    registration: async (customerId, registrationId) => {
      const row = await repository.findRegistration(registrationId, customerId);
      if (!row) throw new AppError('not-found');
      return readRegistration(row, clock.now());
    },
    register: async ({ registrationToken, title, timeZone, source }) => {
      const tokenHash = tokens.digest('registration', registrationToken);
      const { customer_id: ownerId, serial_number: onlySerial } = await openToken(tokenHash);
      // A device that obtained another one's token gains nothing, and does not use it up.
      if (onlySerial !== null && !(source.kind === 'agent' && source.serialNumber === onlySerial))
        throw new AppError('registration-token-foreign');
      if (source.kind === 'agent') {
        await refuseUnproven(tokenHash, registrationToken, source);
        await refuseTaken(tokenHash, ownerId, source.serialNumber);
      }
      await recordRefusal(tokenHash, quota.check(ownerId));
      // A wrong password must not cost the token: it is used up only once the camera has delivered a picture.
      const reached = isPushed(source) ? source : await limit(ownerId, () => reachNew(ownerId, source));
      const create = async (): Promise<Camera> => {
        if (!(await repository.useToken(tokenHash, clock.now()))) throw new AppError('registration-token-used');
        return cameras.create({
          ownerId,
          title: title ?? uniqueTitle(titleOfSource(reached), await repository.titlesOf(ownerId)),
          source: reached,
          timeZone: (isPushed(source) ? source.timeZone : undefined) ?? timeZone,
        });
      };
      const camera = await recordRefusal(tokenHash, quota.add(ownerId, create));
      await repository.setCamera(tokenHash, camera.id);
      if (!isPushed(source)) return { camera, agentToken: undefined, removalHash: undefined } satisfies Complete<RegisterCameraAnswer>;
      const agentToken = newSecret();
      await repository.insertAgent(camera.id, tokens.digest('agent', agentToken), clock.now());
      return { camera, agentToken, removalHash: removalHash(proofOf(agentToken)) } satisfies Complete<RegisterCameraAnswer>;
    },
    probe: (customerId, source) =>
      limit(customerId, async () => {
        if (source.kind !== 'address') return (await reach(customerId, source)).answer;
        return findCamera(source, (named) => reach(customerId, named));
      }),
    removalProof: async (agentToken) =>
      (await repository.isRemovedAgent(tokens.digest('agent', agentToken))) ? proofOf(agentToken) : null,
    findAgent: (agentToken) => repository.findAgent(tokens.digest('agent', agentToken)),
  };
}
