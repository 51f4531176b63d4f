import type { Clock } from '@watchpost/contract/timing/clock';
import { ParseError, readEnvelope, type XmlElement } from '@watchpost/onvif/messages';
import { AppError } from '../../kernel/app-error.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createOnvifAuthentication, type OnvifCredentials } from './onvif-authentication.ts';
import { deviceService } from './onvif-device-service.ts';
import { formatEnvelope, formatFault, isFault, onvifFaults, type OnvifFault } from './onvif-envelopes.ts';
import { eventService, notificationService } from './onvif-event-service.ts';
import { onvifMediaOf, type OnvifAuthorizer, type OnvifLink, type OnvifSteering } from './onvif-link.ts';
import { element, markup, type Markup } from './onvif-markup.ts';
import { mediaService } from './onvif-media-service.ts';
import type { OnvifPlace, OnvifService } from './onvif-operations.ts';
import { ptzService } from './onvif-ptz-service.ts';
import type { PullPoints } from './onvif-pull-points.ts';

/** A SOAP request, with what HTTP says about it. */
interface OnvifRequest extends Omit<OnvifCredentials, 'header'> {
  readonly body: string;
  readonly place: OnvifPlace;
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal;
}

interface OnvifAnswer {
  /** Of HTTP. */
  readonly status: number;
  /** A SOAP envelope. */
  readonly body: string;
  /** The WWW-Authenticate header of a refusal. */
  readonly challenge: string | null;
}

export interface OnvifHandlerDeps {
  readonly authorizer: OnvifAuthorizer;
  readonly streams: Pick<StreamRegistry, 'get'>;
  readonly pullPoints: PullPoints;
  readonly steering: OnvifSteering;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when a password was wrong. @throws {AppError} too-many-requests */
  readonly onWrongPassword: (network: string) => void;
}

/** Answers one request. @param network of the client, for its limit of wrong passwords */
export type OnvifHandler = (request: OnvifRequest, network: string) => Promise<OnvifAnswer>;

const services: readonly OnvifService[] = [deviceService, mediaService, eventService, ptzService, notificationService];

/** Answers as an ONVIF device. Who asks is checked before what is asked, and whether the link still opens the camera with every request. */
export function createOnvifHandler(deps: OnvifHandlerDeps): OnvifHandler {
  const { authorizer, streams, pullPoints, steering, clock, onWrongPassword } = deps;
  const authentication = createOnvifAuthentication({ clock, passwordOf: authorizer.passwordOf });
  const refuse = (fault: OnvifFault, challenge: string | null = null): OnvifAnswer => ({
    status: fault.status,
    body: formatFault(fault),
    challenge,
  });
  const unauthorized = (isStale: boolean): OnvifAnswer => refuse(onvifFaults.notAuthorized, authentication.challenge(isStale));
  const answer = ({ prefix, actions }: OnvifService, { name }: XmlElement, content: Markup | OnvifFault): OnvifAnswer => {
    if (isFault(content)) return refuse(content);
    const header = actions && markup`<wsa:Action>${actions(name)}Response</wsa:Action>`;
    return { status: 200, body: formatEnvelope(element(`${prefix}:${name}Response`, {}, content), header), challenge: null };
  };

  /** Returns the link whose password an open request proves. The answer to anyone else needs no database. */
  const linkIfKnown = async (credentials: OnvifCredentials, { linkId }: OnvifPlace, network: string): Promise<OnvifLink | null> => {
    const identity = await authentication.identify(credentials, linkId).catch(orNull);
    // Otherwise the answer would say whether a guess was right, without a limit.
    if (identity?.kind === 'wrong') onWrongPassword(network);
    return identity?.kind === 'user' ? authorizer.open(identity.username).catch(orNull) : null;
  };

  const handle: OnvifHandler = async (request, network) => {
    const { body, place, signal } = request;
    // Clients that only know HTTP Digest ask for the challenge without sending anything.
    if (body === '') return unauthorized(false);
    const envelope = readEnvelope(body);
    const [operation] = envelope.body;
    if (!operation) return refuse(onvifFaults.noOperation);
    const service = services.find(({ namespace }) => namespace === operation.namespace);
    const question = { request: operation, place, now: clock.now() };
    const open = service?.open.get(operation.name);
    if (service && open) return answer(service, operation, open(question));
    const credentials = { ...request, header: envelope.header };
    const halfOpen = service?.halfOpen?.get(operation.name);
    if (service && halfOpen)
      return answer(service, operation, halfOpen({ ...question, link: await linkIfKnown(credentials, place, network) }));

    const identity = await authentication.identify(credentials, place.linkId);
    if (identity.kind === 'wrong') onWrongPassword(network);
    if (identity.kind !== 'user') return unauthorized(identity.kind === 'stale');
    const reopen = (): Promise<OnvifLink> => authorizer.open(identity.username);
    const link = await reopen();
    if (!service || service.isOffered?.(link) === false) return refuse(onvifFaults.noService);
    const closed = service.closed.get(operation.name);
    if (!closed) return refuse(onvifFaults.actionNotSupported);
    const asked = { ...question, link, media: onvifMediaOf(streams, link), pullPoints, steering, signal, reopen, currentTime: clock.now };
    return answer(service, operation, await closed(asked));
  };

  return async (request, network) => {
    try {
      return await handle(request, network);
    } catch (error) {
      if (error instanceof ParseError) return refuse(onvifFaults.wellFormed);
      if (!(error instanceof AppError)) throw error;
      // A link that was revoked between the two checks.
      if (error.status === 404) return unauthorized(false);
      return refuse(faultOf(error));
    }
  };
}

function faultOf({ status, code }: AppError): OnvifFault {
  if (code === 'camera-steered') return onvifFaults.steered;
  if (code === 'camera-unsupported') return onvifFaults.noMotor;
  // The right to move has ended in between.
  if (code === 'forbidden') return onvifFaults.noService;
  if (status === 429) return onvifFaults.tooMany;
  return status === 403 ? onvifFaults.outsideHours : onvifFaults.unavailable;
}

/** A database that is away, or hours in which the camera is closed, change nothing for what anyone can read. */
function orNull(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
