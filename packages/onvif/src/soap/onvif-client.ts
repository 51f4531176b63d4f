import { randomBytes } from 'node:crypto';
import type { Clock } from '@watchpost/contract/timing/clock';
import { networkErrorOf, OnvifError } from '../kernel/onvif-error.ts';
import type { OnvifNetwork } from '../kernel/onvif-ports.ts';
import { ParseError } from '../kernel/parse-error.ts';
import { authorizationHeader, pickChallenge, type Challenge } from './http-authentication.ts';
import { getOnvif, postOnvif, type HttpBounds, type OnvifHttpAnswer } from './onvif-http.ts';
import { securityHeader } from './onvif-security.ts';
import { readSoapAnswer, soapEnvelope, type SoapRequest } from './onvif-soap.ts';
import type { XmlElement } from './onvif-xml.ts';

export interface OnvifClientOptions {
  /** URL of the device service; every call goes to its host. */
  readonly device: URL;
  /** Empty if the camera requires no credentials. */
  readonly username: string;
  readonly password: string;
  readonly clock: Clock;
  readonly network: OnvifNetwork;
  /** Cancels all pending requests. */
  readonly signal: AbortSignal;
}

interface OnvifCall extends SoapRequest {
  readonly url: URL;
  /** Sends no credentials, for public information. */
  readonly isAnonymous?: boolean;
  /** Timeout of the exchange, ms; by default, that of a short answer. */
  readonly timeoutMs?: number;
  /** Cancels this request only. */
  readonly signal?: AbortSignal;
}

export interface OnvifClient {
  /** Calls an operation. @throws {OnvifError} camera-failed if the camera refuses, and any connection error */
  call(call: OnvifCall): Promise<XmlElement>;
  /** Downloads one of the camera's URLs; sends credentials only if required. @throws {OnvifError} camera-wrong-password, camera-failed for any status but a success, or the connection error */
  get(url: URL, bounds: HttpBounds): Promise<Uint8Array>;
  /** How far the camera's clock is ahead, ms: its digests are valid for some seconds only. */
  setClockOffset(offset: number): void;
}

/** Statuses of a type that a camera can't read. */
const mayRefuseType: ReadonlySet<number> = new Set([400, 406, 415, 500]);
/** A clock error that every camera accepts in a token, ms. */
const tokenToleranceMs = 5000;

/** Creates a SOAP client for one camera at the one address that the policy allows. @throws {OnvifError} camera-host-unknown, camera-address-forbidden */
export async function connectOnvif({ device, username, password, clock, network, signal }: OnvifClientOptions): Promise<OnvifClient> {
  const address = await network.resolve(device.hostname).catch((error: unknown) => {
    throw networkErrorOf(error);
  });
  if (!network.isAllowed(address)) throw new OnvifError('camera-address-forbidden');
  let clockOffset = 0;
  let hasTriedOwnTime = false;
  let hasAction = true;
  let challenge: Challenge | null = null;
  let nonceUses = 0;
  /** Whether the camera has answered in SOAP. */
  let hasSpoken = false;

  const authorization = (url: URL, method: 'GET' | 'POST'): Readonly<Record<string, string>> => {
    if (!challenge) return {};
    nonceUses += 1;
    const clientNonce = randomBytes(8).toString('hex');
    return {
      authorization: authorizationHeader({
        challenge,
        username,
        password,
        method,
        uri: url.pathname + url.search,
        count: nonceUses,
        clientNonce,
      }),
    };
  };
  const post = ({ url, isAnonymous = false, timeoutMs, signal: own, ...request }: OnvifCall): Promise<OnvifHttpAnswer> => {
    const hasUser = username !== '' && !isAnonymous;
    const header = hasUser ? securityHeader({ username, password, nonce: randomBytes(16), at: clock.now() + clockOffset }) : '';
    return postOnvif({
      url,
      address,
      headers: hasUser ? authorization(url, 'POST') : {},
      body: soapEnvelope(request, header),
      action: hasAction ? (request.action ?? `${request.namespace}/${request.name}`) : null,
      clock,
      signal: own ? AbortSignal.any([signal, own]) : signal,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
  };

  /** Authenticates over HTTP too, because some cameras know only that. A second refusal of new credentials is final, because cameras lock accounts. */
  const isChallenged = ({ status, challenges }: OnvifHttpAnswer<unknown>): boolean => {
    const next = status === 401 && username !== '' ? pickChallenge(challenges) : null;
    if (!next || !(challenge === null || next.stale || next.nonce !== challenge.nonce)) return false;
    challenge = next;
    nonceUses = 0;
    return true;
  };

  /** Cameras that don't read the action in a type answer the first request without SOAP. */
  const postFirst = async (wanted: OnvifCall): Promise<OnvifHttpAnswer> => {
    const answer = await post(wanted);
    if (hasSpoken || answer.status < 400 || !mayRefuseType.has(answer.status) || answer.body.includes('<')) return answer;
    hasAction = false;
    const second = await post(wanted);
    // It refuses for another reason.
    hasAction = !second.body.includes('<');
    return second;
  };

  const ask = async (wanted: OnvifCall): Promise<XmlElement | OnvifError> => {
    const answer = await postFirst(wanted);
    const read = readAnswer(wanted.isAnonymous !== true && isChallenged(answer) ? await post(wanted) : answer, wanted, hasSpoken);
    hasSpoken = true;
    return read;
  };

  /** Cameras that call their local time UTC still check tokens by the true one. */
  const isTimeSuspect = ({ isAnonymous }: OnvifCall, read: XmlElement | OnvifError): boolean =>
    isAnonymous !== true &&
    username !== '' &&
    challenge === null &&
    !hasTriedOwnTime &&
    Math.abs(clockOffset) > tokenToleranceMs &&
    isWrongPassword(read);
  /** Once only: a wrong password must not be sent often. */
  const askByOwnTime = async (wanted: OnvifCall, refused: XmlElement | OnvifError): Promise<XmlElement | OnvifError> => {
    hasTriedOwnTime = true;
    const reported = clockOffset;
    clockOffset = 0;
    const read = await ask(wanted);
    if (!isWrongPassword(read)) return read;
    clockOffset = reported;
    return refused;
  };

  const call: OnvifClient['call'] = async (wanted) => {
    const first = await ask(wanted);
    const read = isTimeSuspect(wanted, first) ? await askByOwnTime(wanted, first) : first;
    if (read instanceof OnvifError) throw read;
    return read;
  };
  const get: OnvifClient['get'] = async (url, bounds) => {
    const ask = (): Promise<OnvifHttpAnswer<Buffer>> =>
      getOnvif({ url, address, headers: authorization(url, 'GET'), clock, signal }, bounds);
    const first = await ask();
    const { status, body } = isChallenged(first) ? await ask() : first;
    if (status === 401 || status === 403) throw new OnvifError('camera-wrong-password', `${status} to ${url.pathname}.`);
    // Redirects are refused too: they could lead anywhere.
    if (status < 200 || status >= 300) throw new OnvifError('camera-failed', `${status} to ${url.pathname}.`);
    return body;
  };
  return { call, get, setClockOffset: (offset) => void (clockOffset = offset) };
}

function isWrongPassword(read: XmlElement | OnvifError): boolean {
  return read instanceof OnvifError && read.code === 'camera-wrong-password';
}

/** Returns the answer or the SOAP fault. @param hasSpoken whether it has answered in SOAP before @throws {OnvifError} for anything else */
function readAnswer({ status, body }: OnvifHttpAnswer, wanted: OnvifCall, hasSpoken: boolean): XmlElement | OnvifError {
  if (status === 401 || status === 403) throw refusal(wanted, `${status} to ${wanted.name}.`);
  // A redirect (3xx) is never followed: it could lead anywhere.
  if (status >= 300 && status < 400) throw new OnvifError('camera-not-onvif', `${status} to ${wanted.name}.`);
  try {
    const answer = readSoapAnswer(body, wanted);
    if ('response' in answer) return answer.response;
    return answer.fault.isRefusal ? refusal(wanted, answer.fault.text) : new OnvifError('camera-failed', answer.fault.text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    // Some ONVIF cameras answer unknown operations with a web page or a stack trace.
    throw new OnvifError(hasSpoken && status >= 400 ? 'camera-failed' : 'camera-not-onvif', `${wanted.name}: ${error.message}`);
  }
}

/** Without a user name, a refusal doesn't mean a wrong password. */
function refusal({ isAnonymous }: OnvifCall, message: string): OnvifError {
  return isAnonymous === true ? new OnvifError('camera-failed', message) : new OnvifError('camera-wrong-password', message);
}
