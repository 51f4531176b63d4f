import type { Clock } from '@watchpost/contract/timing/clock';
import { ParseError, readEnvelope, type XmlElement } from '@watchpost/onvif/messages';
import { AppError } from '../../kernel/app-error.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createOnvifAuthentication, type OnvifCredentials } from './onvif-authentication.ts';
import { deviceService } from './onvif-device-service.ts';
import { formatEnvelope, formatFault, isFault, onvifFaults, type OnvifFault } from './onvif-envelopes.ts';
import { eventService, notificationService } from './onvif-event-service.ts';
import { onvifMediaOf, type OnvifAuthorizer, type OnvifLink } from './onvif-link.ts';
import { element, markup, type Markup } from './onvif-markup.ts';
import { mediaService } from './onvif-media-service.ts';
import type { OnvifPlace, OnvifService } from './onvif-operations.ts';
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
  readonly clock: Pick<Clock, 'now'>;
  /** Called when a password was wrong. @throws {AppError} too-many-requests */
  readonly onWrongPassword: (network: string) => void;
}

/** Answers one request. @param network of the client, for its limit of wrong passwords */
export type OnvifHandler = (request: OnvifRequest, network: string) => Promise<OnvifAnswer>;

const services: readonly OnvifService[] = [deviceService, mediaService, eventService, notificationService];

/** Answers as an ONVIF device. Who asks is checked before what is asked, and whether the link still opens the camera with every request. */
export function createOnvifHandler({ authorizer, streams, pullPoints, clock, onWrongPassword }: OnvifHandlerDeps): OnvifHandler {
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

    const identity = await authentication.identify({ ...request, header: envelope.header }, place.linkId);
    if (identity.kind === 'wrong') onWrongPassword(network);
    if (identity.kind !== 'user') return unauthorized(identity.kind === 'stale');
    const reopen = (): Promise<OnvifLink> => authorizer.open(identity.username);
    const link = await reopen();
    const closed = service?.closed.get(operation.name);
    if (!service || !closed) return refuse(service ? onvifFaults.actionNotSupported : onvifFaults.noService);
    const asked = { ...question, link, media: onvifMediaOf(streams, link), pullPoints, signal, reopen, currentTime: clock.now };
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

function faultOf({ status }: AppError): OnvifFault {
  if (status === 429) return onvifFaults.tooMany;
  return status === 403 ? onvifFaults.outsideHours : onvifFaults.unavailable;
}
