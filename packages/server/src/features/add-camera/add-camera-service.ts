import { serialNumberSchema, type AgentSource, type CameraSource, type OnvifSource, type PhoneSource, type ProbeSourceAnswer, type RegisterCameraAnswer, type RegistrationAnswer, type RegistrationTokenAnswer, type RtspSource } from '@watchpost/contract/schemas/add-camera';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId, newSecret } from '../../kernel/ids.ts';
import type { Tokens } from '../../kernel/tokens.ts';
import type { Db } from '../../db/database.ts';
import type { RegistrationTokensTable } from '../../db/schema.ts';
import type { CamerasService } from '../cameras/index.ts';
import { readRegistration } from './add-camera-registration.ts';
import { createAddCameraRepository } from './add-camera-repository.ts';
import { reachSource, titleOfSource, type ReachedSource, type SourceDeps } from './add-camera-sources.ts';
import { createProbeLimit, createSerialLimit } from './add-camera-limits.ts';

export interface Registration {
  readonly registrationToken: string;
  readonly title?: string | undefined;
  readonly source: CameraSource;
}

export interface AddCameraService {
  /** Valid for 10 minutes and one camera of this account. */
  createRegistrationToken(customerId: string): Promise<RegistrationTokenAnswer>;
  /** Valid for 10 minutes and the camera of this serial number. @throws {AppError} serial-number-invalid, camera-connected, camera-connected-here, too-many-requests */
  createSerialRegistrationToken(customerId: string, serialNumber: string): Promise<RegistrationTokenAnswer>;
  /** What has become of a registration that this customer began. @throws {AppError} not-found */
  registration(customerId: string, registrationId: string): Promise<RegistrationAnswer>;
  /** @throws {AppError} registration-token-invalid, registration-token-used, registration-token-foreign, camera-connected, camera-connected-here, or why the camera can't be reached */
  register(registration: Registration): Promise<RegisterCameraAnswer>;
  /** @throws {AppError} the exact reason */
  probe(customerId: string, source: RtspSource | OnvifSource): Promise<ProbeSourceAnswer>;
  /** The camera of an agent's token, or null. */
  findAgent(agentToken: string): Promise<{ readonly cameraId: string; readonly isPaused: boolean } | null>;
}

export interface AddCameraDeps extends SourceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly cameras: Pick<CamerasService, 'create'>;
}

const validity = 10 * 60_000;

/** It comes by itself; nobody has to reach it. */
function isPushed(source: CameraSource): source is AgentSource | PhoneSource {
  return source.kind === 'agent' || source.kind === 'phone';
}

export function createAddCameraService({ db, clock, tokens, cameras, probe, readOnvif }: AddCameraDeps): AddCameraService {
  const repository = createAddCameraRepository(db);
  const limit = createProbeLimit(clock);
  const limitSerials = createSerialLimit(clock);
  const limitRefusals = createSerialLimit(clock);
  const reach = (source: RtspSource | OnvifSource): Promise<ReachedSource> => reachSource(source, { probe, readOnvif });

  /** Nobody can tell an unknown token from one that has expired. */
  const openToken = async (tokenHash: string): Promise<RegistrationTokensTable> => {
    const row = await repository.findToken(tokenHash);
    if (!row || Number(row.expires_at) <= clock.now()) throw new AppError('registration-token-invalid');
    if (row.used_at !== null) throw new AppError('registration-token-used');
    return row;
  };
  const createToken = async (customerId: string, serialNumber: string | null): Promise<RegistrationTokenAnswer> => {
    const registrationToken = newSecret();
    const registrationId = newId('reg');
    const expiresAt = clock.now() + validity;
    await repository.insertToken({ token_hash: tokens.digest('registration', registrationToken), customer_id: customerId, expires_at: expiresAt, used_at: null, serial_number: serialNumber, id: registrationId, camera_id: null, refusal: null });
    return { registrationToken, registrationId, expiresAt };
  };
  /** A camera is in one account at a time; whoever began the registration hears why theirs was refused. */
  const refuseTaken = async (tokenHash: string, ownerId: string, serialNumber: string): Promise<void> => {
    const owner = await repository.findOwnerOfSerial(serialNumber);
    if (owner === null) return;
    limitRefusals(ownerId);
    const code = owner === ownerId ? 'camera-connected-here' : 'camera-connected';
    await repository.setRefusal(tokenHash, code);
    throw new AppError(code);
  };

  return {
    createRegistrationToken: (customerId) => createToken(customerId, null),
    createSerialRegistrationToken: async (customerId, text) => {
      limitSerials(customerId);
      const serialNumber = serialNumberSchema.safeParse(text).data;
      if (serialNumber === undefined) throw new AppError('serial-number-invalid');
      const owner = await repository.findOwnerOfSerial(serialNumber);
      if (owner !== null) throw new AppError(owner === customerId ? 'camera-connected-here' : 'camera-connected');
      return createToken(customerId, serialNumber);
    },
    registration: async (customerId, registrationId) => {
      const row = await repository.findRegistration(registrationId, customerId);
      if (!row) throw new AppError('not-found');
      return readRegistration(row, clock.now());
    },
    register: async ({ registrationToken, title, source }) => {
      const tokenHash = tokens.digest('registration', registrationToken);
      const { customer_id: ownerId, serial_number: onlySerial } = await openToken(tokenHash);
      // A device that got hold of the token of another one gains nothing by it, and does not use it up.
      if (onlySerial !== null && !(source.kind === 'agent' && source.serialNumber === onlySerial)) throw new AppError('registration-token-foreign');
      if (source.kind === 'agent') await refuseTaken(tokenHash, ownerId, source.serialNumber);
      // A wrong password must not cost the token: it is used up only once the camera has shown a picture.
      const reached = isPushed(source) ? source : await limit(ownerId, async () => (await reach(source)).source);
      if (!(await repository.useToken(tokenHash, clock.now()))) throw new AppError('registration-token-used');
      const camera = await cameras.create({
        ownerId,
        title: title ?? titleOfSource(reached),
        source: reached,
        ...(isPushed(source) && { timeZone: source.timeZone }),
      });
      await repository.setCamera(tokenHash, camera.id);
      if (!isPushed(source)) return { camera };
      const agentToken = newSecret();
      await repository.insertAgent(camera.id, tokens.digest('agent', agentToken), clock.now());
      return { camera, agentToken };
    },
    probe: (customerId, source) => limit(customerId, async () => (await reach(source)).answer),
    findAgent: (agentToken) => repository.findAgent(tokens.digest('agent', agentToken)),
  };
}
