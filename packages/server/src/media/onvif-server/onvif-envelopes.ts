import { namespaces } from '@watchpost/onvif/messages';
import { markup, type Markup } from './onvif-markup.ts';

/** WS-Addressing: requests and answers about subscriptions name what they do. */
const addressing = 'http://www.w3.org/2005/08/addressing';

/** Why a request is not answered: a fault of SOAP 1.2, with the codes of ONVIF (Core Specification, Generic Faults). */
export interface OnvifFault {
  /** Of HTTP. */
  readonly status: number;
  readonly code: 'Sender' | 'Receiver';
  /** Without the prefix `ter`, each below the one before. */
  readonly subcodes: readonly [string, ...string[]];
  readonly reason: string;
}

const sender = (status: number, reason: string, ...subcodes: [string, ...string[]]): OnvifFault => ({
  status,
  code: 'Sender',
  subcodes,
  reason,
});
const receiver = (status: number, reason: string, ...subcodes: [string, ...string[]]): OnvifFault => ({
  status,
  code: 'Receiver',
  subcodes,
  reason,
});

type OnvifFaultName =
  | 'notAuthorized'
  | 'outsideHours'
  | 'wellFormed'
  | 'noOperation'
  | 'noProfile'
  | 'noConfiguration'
  | 'streamSetup'
  | 'noAddress'
  | 'noMethod'
  | 'tooLong'
  | 'tooMany'
  | 'actionNotSupported'
  | 'noService'
  | 'noAudio'
  | 'noSnapshot'
  | 'noEvents'
  | 'noSubscription'
  | 'badTime'
  | 'noMotor'
  | 'noNode'
  | 'noPreset'
  | 'noHome'
  | 'noSpace'
  | 'badSpeed'
  | 'badTimeout'
  | 'steered'
  | 'unavailable';

export const onvifFaults: Readonly<Record<OnvifFaultName, OnvifFault>> = {
  notAuthorized: sender(401, 'The user name or the password is wrong, or the request was sent before', 'NotAuthorized'),
  outsideHours: sender(403, 'The camera can be watched at other hours only', 'OperationProhibited'),
  wellFormed: sender(400, 'The request is not well-formed XML', 'WellFormed'),
  noOperation: sender(400, 'The request names no operation', 'InvalidArgs'),
  noProfile: sender(400, 'There is no such profile', 'InvalidArgVal', 'NoProfile'),
  noConfiguration: sender(400, 'There is no such configuration', 'InvalidArgVal', 'NoConfig'),
  streamSetup: sender(400, 'Only RTP-Unicast by RTSP is supported', 'InvalidArgVal', 'InvalidStreamSetup'),
  noAddress: sender(404, 'There is no service at this address', 'UnknownAction'),
  noMethod: sender(405, 'Requests are sent by POST', 'UnknownAction'),
  tooLong: sender(413, 'The request is too long', 'InvalidArgs'),
  tooMany: sender(429, 'Too many wrong passwords; try again later', 'NotAuthorized'),
  actionNotSupported: receiver(500, 'This operation is not supported', 'ActionNotSupported'),
  noService: receiver(500, 'This service is not supported', 'ActionNotSupported', 'NoSuchService'),
  noAudio: receiver(500, 'The camera has no sound that can be listed', 'ActionNotSupported', 'AudioNotSupported'),
  noSnapshot: receiver(500, 'This stream link has no snapshots', 'ActionNotSupported'),
  noEvents: receiver(500, 'This stream link has no events', 'ActionNotSupported'),
  noSubscription: sender(400, 'There is no such subscription, or it has ended: subscribe again', 'InvalidArgVal'),
  noMotor: receiver(500, 'The camera can not turn', 'ActionNotSupported', 'PTZNotSupported'),
  noNode: sender(400, 'There is no such PTZ node', 'InvalidArgVal', 'NoEntity'),
  noPreset: sender(400, 'There is no such preset', 'InvalidArgVal', 'NoToken'),
  noHome: sender(400, 'The camera has no home position', 'InvalidArgVal', 'NoHomePosition'),
  noSpace: sender(400, 'Only the generic velocity spaces are supported', 'InvalidArgVal', 'SpaceNotSupported'),
  badSpeed: sender(400, 'A speed is a number from -1 to 1', 'InvalidArgVal', 'InvalidVelocity'),
  badTimeout: sender(400, 'A timeout is a duration of more than 0', 'InvalidArgVal', 'TimeoutNotSupported'),
  // Not 403, which clients take for a wrong password.
  steered: sender(400, 'Another user moves the camera at the moment; try again in some seconds', 'OperationProhibited'),
  badTime: sender(400, 'This time can not be read', 'InvalidArgVal'),
  unavailable: receiver(503, 'Not available at the moment', 'Action'),
};

export function isFault(answer: Markup | OnvifFault): answer is OnvifFault {
  return 'subcodes' in answer;
}

/** @param header empty for an answer without one */
export function formatEnvelope(body: Markup, header: Markup = markup``): string {
  const above = header.xml === '' ? header : markup`<s:Header>${header}</s:Header>`;
  const envelope = markup`<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:tt="${namespaces.schema}" xmlns:tds="${namespaces.device}" xmlns:trt="${namespaces.media}" xmlns:tev="${namespaces.events}" xmlns:tptz="${namespaces.ptz}" xmlns:wsnt="${namespaces.notification}" xmlns:wstop="http://docs.oasis-open.org/wsn/t-1" xmlns:wsa="${addressing}" xmlns:tns1="http://www.onvif.org/ver10/topics" xmlns:ter="http://www.onvif.org/ver10/error">${above}<s:Body>${body}</s:Body></s:Envelope>`;
  return `<?xml version="1.0" encoding="UTF-8"?>${envelope.xml}`;
}

export function formatFault({ code, subcodes, reason }: OnvifFault): string {
  const inner = subcodes.reduceRight(
    (below, subcode) => markup`<s:Subcode><s:Value>ter:${subcode}</s:Value>${below}</s:Subcode>`,
    markup``,
  );
  return formatEnvelope(
    markup`<s:Fault><s:Code><s:Value>s:${code}</s:Value>${inner}</s:Code><s:Reason><s:Text xml:lang="en">${reason}</s:Text></s:Reason></s:Fault>`,
  );
}
