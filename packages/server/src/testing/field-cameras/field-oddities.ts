import type { FieldAuth, FieldBehaviour, FieldRequest, SdpParts } from './field-case.ts';

/** What cases have in common. */

type Answer = NonNullable<FieldBehaviour['answer']>;
type Units = NonNullable<FieldBehaviour['units']>;
type Payloads = NonNullable<FieldBehaviour['payloads']>;
type Description = NonNullable<FieldBehaviour['sdp']>;

export const startCode: Buffer = Buffer.of(0, 0, 0, 1);

function only(method: string, change: Answer): Answer {
  return (answer, request) => (request.method === method ? change(answer, request) : answer);
}

export function withHeader(name: string, value: (request: FieldRequest) => string): Answer {
  return (answer, request) => {
    answer.headers.set(name, value(request));
    return answer;
  };
}

export const publicMethods = (methods: string): Answer =>
  only(
    'OPTIONS',
    withHeader('Public', () => methods),
  );

/** Refuses SETUP of the loudspeaker. */
export const refuseBack: Answer = (answer, { method, url }) =>
  method === 'SETUP' && url.endsWith('back') ? { ...answer, status: 400, reason: 'Bad Request', body: '' } : answer;

export const back: readonly string[] = ['m=audio 0 RTP/AVP 0', 'a=control:back'];

export function digests(accepts: string, ...algorithms: readonly string[]): FieldAuth {
  const challenge =
    (algorithm: string) =>
    (nonce: string): string =>
      `Digest realm="cam", nonce="${nonce}"${algorithm === '' ? '' : `, algorithm=${algorithm}`}`;
  return { accepts: [accepts], challenges: algorithms.map(challenge) };
}

/** A whole key frame with start codes in one unit. */
export const joinUnits: Units = (units, { isKeyFrame }) =>
  isKeyFrame ? [Buffer.concat(units.flatMap((unit, index) => (index === 0 ? [unit] : [startCode, unit])))] : units;

export const prefixUnits: Units = (units) => units.map((unit) => Buffer.concat([startCode, unit]));

/** The parameter sets of a key frame in one part of a STAP-A, with start codes. */
export const aggregateSets: Payloads = (payloads, { isKeyFrame }) => {
  const [sps, pps, ...rest] = payloads;
  if (!isKeyFrame || !sps || !pps) return payloads;
  const part = Buffer.concat([startCode, sps, startCode, pps]);
  return [Buffer.concat([Buffer.of(0x78, part.length >> 8, part.length & 255), part]), ...rest];
};

export const withoutSets: Units = (units, { isKeyFrame, isHevc }) => (isKeyFrame ? units.slice(isHevc ? 3 : 2) : units);

/** A description with parameter sets as `write` makes them. */
export function withSprop(write: (sets: readonly Buffer[]) => readonly Buffer[]): Description {
  return ({ session, h264, parameterSets }) => [
    ...session,
    ...h264.map((line) =>
      line.startsWith('a=fmtp')
        ? `a=fmtp:96 packetization-mode=1;sprop-parameter-sets=${write(parameterSets)
            .map((unit) => unit.toString('base64'))
            .join()}`
        : line,
    ),
  ];
}

/** A description whose AAC has other lines. */
export function withAac(lines: readonly string[]): Description {
  return ({ session, h264 }) => [...session, ...h264, ...lines, 'a=control:track2'];
}

/** A description whose controls are other addresses. */
export function withControls(write: (track: string) => string): Description {
  return ({ session, video, audio }: SdpParts) =>
    [...session, ...video, ...audio].map((line) =>
      line.replace(/^a=control:(track\d)$/, (_, track: string) => `a=control:${write(track)}`),
    );
}

/** Writes bytes between the packets, once a second. */
export function strayBytes(bytes: Buffer): NonNullable<FieldBehaviour['afterPicture']> {
  return ({ write }, picture) => {
    if (picture % 10 === 4) write(bytes);
  };
}
