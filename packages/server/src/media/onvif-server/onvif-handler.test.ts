import { createManualClock } from '@watchpost/contract/testing';
import { authorizationHeader, pickChallenge } from '@watchpost/onvif/http-authentication';
import { readEnvelope } from '@watchpost/onvif/messages';
import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { noSteering } from '../../testing/onvif/no-steering.ts';
import { faultCodes, soapRequest, tokenHeader, type TokenParts } from '../../testing/onvif/onvif-requests.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createOnvifHandler } from './onvif-handler.ts';
import type { OnvifAuthorizer, OnvifLink } from './onvif-link.ts';
import { createPullPoints } from './onvif-pull-points.ts';

const id = 'AbcDef1234';
const password = '0f'.repeat(16);
const link: OnvifLink = {
  id,
  cameraId: 'cam_1',
  title: 'Yard & <gate>',
  withAudio: true,
  withEvents: false,
  withPtz: false,
  snapshotToken: id + password,
};
const target = `/onvif/${id}/device_service`;

function setUp(authorizer: Partial<OnvifAuthorizer> = {}) {
  const clock = createManualClock();
  const streams = createStreamRegistry({ log: pino({ level: 'silent' }) });
  const onWrongPassword = vi.fn<(network: string) => void>();
  const handle = createOnvifHandler({
    authorizer: {
      passwordOf: async (user) => (user === id ? password : null),
      open: async () => link,
      snapshot: async () => Promise.reject(new AppError('not-found')),
      ...authorizer,
    },
    streams,
    pullPoints: createPullPoints({ clock, motion: { since: () => null, onChange: () => () => undefined } }),
    steering: noSteering,
    clock,
    onWrongPassword,
  });
  const post = (body: string, { authorization, linkId = id }: { authorization?: string; linkId?: string | null } = {}) =>
    handle(
      {
        method: 'POST',
        target,
        authorization,
        body,
        place: {
          origin: 'http://192.168.1.5:8000',
          rtspOrigin: 'rtsp://192.168.1.5:8554',
          linkId,
          pullPointId: null,
          localAddress: '192.168.1.5',
        },
        signal: new AbortController().signal,
      },
      '192.168.1.9',
    );
  const token = (over: Partial<TokenParts> = {}) => tokenHeader({ username: id, password, at: clock.now(), ...over });
  const ask = (service: 'device' | 'media', operation: string, content = '', linkId: string | null = id) =>
    post(soapRequest(service, operation, { header: token(), content }), { linkId });
  const outcome = async (answer: ReturnType<typeof post>): Promise<string> => {
    const { status, body } = await answer;
    readEnvelope(body);
    return [status, ...faultCodes(body)].join(' ');
  };
  return { clock, streams, onWrongPassword, post, token, ask, outcome };
}

const refused = '401 Sender NotAuthorized';

describe('who asks', () => {
  test('needs no password for the time and for where the services are; for everything else, one', async () => {
    const { post, outcome, onWrongPassword } = setUp();
    for (const operation of ['GetSystemDateAndTime', 'GetCapabilities', 'GetServices', 'GetServiceCapabilities', 'GetHostname'])
      expect(await outcome(post(soapRequest('device', operation)))).toBe('200');
    for (const operation of ['GetDeviceInformation', 'GetUsers', 'GetScopes', 'GetNetworkInterfaces', 'Unknown'])
      expect(await outcome(post(soapRequest('device', operation)))).toBe(refused);
    expect(await outcome(post(soapRequest('media', 'GetProfiles')))).toBe(refused);
    expect((await post(soapRequest('media', 'GetProfiles'))).challenge).toMatch(
      /^Digest realm="Watchpost", qop="auth", algorithm=MD5, nonce="[^"]+"$/,
    );
    expect(onWrongPassword).not.toHaveBeenCalled();
  });

  test('is challenged after an empty request, as curl sends it before the real one', async () => {
    const { post } = setUp();
    const { status, challenge } = await post('');
    expect([status, challenge?.startsWith('Digest ')]).toEqual([401, true]);
  });

  test('proves the password with a token, once', async () => {
    const { post, token, outcome, onWrongPassword } = setUp();
    const body = soapRequest('media', 'GetProfiles', { header: token() });
    expect(await outcome(post(body))).toBe('200');
    expect(await outcome(post(body))).toBe(refused);
    expect((await post(body)).challenge).toContain('stale=true');
    // A replay proves nothing about the password.
    expect(onWrongPassword).not.toHaveBeenCalled();
  });

  test.each<[string, Partial<TokenParts>]>([
    ['another password', { password: 'f0'.repeat(16) }],
    ['another user', { username: 'Zzzzzz9999' }],
    ['no user', { username: '' }],
    ['an empty password', { password: '' }],
  ])('is refused with %s, and that counts', async (_, over) => {
    const { post, token, outcome, onWrongPassword } = setUp();
    expect(await outcome(post(soapRequest('media', 'GetProfiles', { header: token(over) })))).toBe(refused);
    expect(onWrongPassword).toHaveBeenCalledExactlyOnceWith('192.168.1.9');
  });

  test.each<[string, Partial<TokenParts>]>([
    ['a readable password', { type: 'PasswordText' }],
    ['an invalid time', { created: 'yesterday' }],
    ['no nonce', { nonce: '' }],
    ['a nonce without end', { nonce: 'A'.repeat(400) }],
  ])('is refused with %s', async (_, over) => {
    const { post, token, outcome } = setUp();
    expect(await outcome(post(soapRequest('media', 'GetProfiles', { header: token(over) })))).toBe(refused);
  });

  test('has a clock that is up to five minutes off', async () => {
    const { clock, post, token, outcome } = setUp();
    const at = (offsetMs: number) => outcome(post(soapRequest('media', 'GetProfiles', { header: token({ at: clock.now() + offsetMs }) })));
    expect([await at(-299_000), await at(299_000)]).toEqual(['200', '200']);
    expect([await at(-301_000), await at(301_000)]).toEqual([refused, refused]);
    // What was forgotten for its age is too old by then.
    const body = soapRequest('media', 'GetProfiles', { header: token() });
    expect(await outcome(post(body))).toBe('200');
    clock.advance(300_001);
    expect(await outcome(post(body))).toBe(refused);
  });

  test.each(['2026-11-23T10:00:00Z', '2026-11-23T10:00:00.123456789Z', '2026-11-23T13:00:00+03:00', '2026-11-23T10:00:00'])(
    'can write the time as %s',
    async (created) => {
      const { clock, post, token, outcome } = setUp();
      clock.advance(Date.UTC(2026, 10, 23, 10, 0, 1) - clock.now());
      expect(await outcome(post(soapRequest('media', 'GetProfiles', { header: token({ created }) })))).toBe('200');
    },
  );

  test('has the path of its own link, or the one that all share', async () => {
    const { ask, outcome } = setUp();
    expect(await outcome(ask('media', 'GetProfiles', '', null))).toBe('200');
    expect(await outcome(ask('media', 'GetProfiles', '', 'Zzzzzz9999'))).toBe(refused);
  });

  test('proves the password by HTTP Digest, each count once, for five minutes', async () => {
    const { clock, post, outcome, onWrongPassword } = setUp();
    const body = soapRequest('media', 'GetProfiles');
    const challenge = pickChallenge([(await post(body)).challenge ?? '']);
    if (!challenge) throw new Error('The challenge can be read.');
    const authorization = (over: object = {}) =>
      authorizationHeader({ challenge, username: id, password, method: 'POST', uri: target, count: 1, clientNonce: 'c', ...over });
    expect(await outcome(post(body, { authorization: authorization() }))).toBe('200');
    expect(await outcome(post(body, { authorization: authorization() }))).toBe(refused);
    expect(await outcome(post(body, { authorization: authorization({ count: 2 }) }))).toBe('200');
    expect(onWrongPassword).not.toHaveBeenCalled();
    for (const over of [{ method: 'GET' }, { password: 'x' }, { uri: '/onvif/media_service' }])
      expect(await outcome(post(body, { authorization: authorization({ count: 3, ...over }) }))).toBe(refused);
    const foreign = { ...challenge, nonce: `${clock.now()}.a.b` };
    expect(await outcome(post(body, { authorization: authorization({ challenge: foreign }) }))).toBe(refused);
    clock.advance(300_001);
    const late = await post(body, { authorization: authorization({ count: 4 }) });
    expect([late.status, late.challenge?.includes('stale=true')]).toEqual([401, true]);
  });

  test('is refused at once when the link has ended, also between the two checks', async () => {
    let isActive = true;
    const { ask, outcome } = setUp({ passwordOf: async () => (isActive ? password : null) });
    expect(await outcome(ask('media', 'GetProfiles'))).toBe('200');
    isActive = false;
    expect(await outcome(ask('media', 'GetProfiles'))).toBe(refused);
    const other = setUp({ open: async () => Promise.reject(new AppError('not-found')) });
    expect(await other.outcome(other.ask('media', 'GetProfiles'))).toBe(refused);
  });

  test('reads why it can’t be answered', async () => {
    const refusal = async (code: 'access-outside-hours' | 'unavailable') => {
      const { ask, outcome } = setUp({ open: async () => Promise.reject(new AppError(code)) });
      return outcome(ask('media', 'GetProfiles'));
    };
    expect(await refusal('access-outside-hours')).toBe('403 Sender OperationProhibited');
    expect(await refusal('unavailable')).toBe('503 Receiver Action');
  });
});

describe('what is asked', () => {
  test('two profiles of one source, whose texts can’t be taken for markup', async () => {
    const { ask } = setUp();
    const { body } = await ask('media', 'GetProfiles');
    const profiles = readEnvelope(body).body[0]?.children ?? [];
    expect(profiles.map(({ name, attributes }) => [name, attributes.get('token')])).toEqual([
      ['Profiles', 'full'],
      ['Profiles', 'low'],
    ]);
    expect(profiles.map(({ children }) => children[0]?.text)).toEqual(['Yard & <gate>', 'Yard & <gate> (low)']);
  });

  test('the size and the codec are those of the stream; the sound is listed where its codec has a name', async () => {
    const { ask, streams, outcome } = setUp();
    expect(await outcome(ask('media', 'GetAudioSources'))).toBe('500 Receiver ActionNotSupported AudioNotSupported');
    const video = { kind: 'video', codec: 'hvc1.1.6.L93.B0', width: 2560, height: 1440, configuration: Uint8Array.of() } as const;
    const audio = { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 16_000, channels: 1, configuration: Uint8Array.of() } as const;
    streams.open('cam_1').input.onTracks({ video, audio });
    const { body } = await ask('media', 'GetVideoEncoderConfigurations');
    expect([...body.matchAll(/<tt:(Encoding|Width|Height)>(\w+)</g)].map(([, , value]) => value)).toEqual([
      'H265',
      '2560',
      '1440',
      'H264',
      '640',
      '360',
    ]);
    expect((await ask('media', 'GetAudioEncoderConfigurations')).body).toContain('<tt:Encoding>AAC</tt:Encoding>');
  });

  test('addresses name the host that the recorder used, and no password of the stream', async () => {
    const { ask } = setUp();
    const setup =
      '<q:StreamSetup><tt:Stream>RTP-Unicast</tt:Stream><tt:Transport><tt:Protocol>RTSP</tt:Protocol></tt:Transport></q:StreamSetup>';
    const uriOf = async (operation: string, profile: string, content = '') =>
      /<tt:Uri>([^<]*)</.exec((await ask('media', operation, `${content}<q:ProfileToken>${profile}</q:ProfileToken>`)).body)?.[1];
    expect(await uriOf('GetStreamUri', 'full', setup)).toBe('rtsp://192.168.1.5:8554/cam_1');
    expect(await uriOf('GetStreamUri', 'low', setup)).toBe('rtsp://192.168.1.5:8554/cam_1/low');
    expect(await uriOf('GetSnapshotUri', 'full')).toBe(`http://192.168.1.5:8000/onvif/${id}${password}/snapshot.jpg`);
    expect((await ask('device', 'GetCapabilities')).body).toContain(
      `<tt:XAddr>http://192.168.1.5:8000/onvif/${id}/media_service</tt:XAddr>`,
    );
    expect((await ask('device', 'GetServices', '', null)).body).toContain(
      '<tds:XAddr>http://192.168.1.5:8000/onvif/media_service</tds:XAddr>',
    );
  });

  test.each([
    ['media', 'GetProfile', '<q:ProfileToken>x</q:ProfileToken>', '400 Sender InvalidArgVal NoProfile'],
    ['media', 'GetStreamUri', '', '400 Sender InvalidArgVal NoProfile'],
    ['media', 'GetSnapshotUri', '<q:ProfileToken>Full</q:ProfileToken>', '400 Sender InvalidArgVal NoProfile'],
    [
      'media',
      'GetStreamUri',
      '<q:StreamSetup><tt:Stream>RTP-Multicast</tt:Stream></q:StreamSetup><q:ProfileToken>full</q:ProfileToken>',
      '400 Sender InvalidArgVal InvalidStreamSetup',
    ],
    ['media', 'GetVideoEncoderConfiguration', '<q:ConfigurationToken>x</q:ConfigurationToken>', '400 Sender InvalidArgVal NoConfig'],
    ['media', 'GetVideoSourceConfiguration', '', '400 Sender InvalidArgVal NoConfig'],
    ['media', 'GetVideoEncoderConfigurationOptions', '<q:ProfileToken>x</q:ProfileToken>', '400 Sender InvalidArgVal NoConfig'],
    ['media', 'SetVideoEncoderConfiguration', '', '500 Receiver ActionNotSupported'],
    ['device', 'SystemReboot', '', '500 Receiver ActionNotSupported'],
    ['device', 'SetUser', '', '500 Receiver ActionNotSupported'],
    ['device', 'GetCapabilities', '<q:Category>PTZ</q:Category>', '500 Receiver ActionNotSupported NoSuchService'],
  ] as const)('%s %s %s is answered %s', async (service, operation, content, expected) => {
    const { ask, outcome } = setUp();
    expect(await outcome(ask(service, operation, content))).toBe(expected);
  });

  test('a service that there isn’t has no operations', async () => {
    const { post, token, outcome } = setUp();
    const body = soapRequest('device', 'Stop', { header: token() }).replaceAll('/ver10/device/wsdl', '/ver20/ptz/wsdl');
    expect(await outcome(post(body))).toBe('500 Receiver ActionNotSupported NoSuchService');
  });

  test.each([
    ['a space', ' '],
    ['no XML', 'GET / HTTP/1.1'],
    ['another document', '<html/>'],
    [
      'an entity of its own',
      '<!DOCTYPE s [<!ENTITY a "aaaa">]><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>&a;</s:Body></s:Envelope>',
    ],
    [
      'an external entity',
      '<!DOCTYPE s [<!ENTITY a SYSTEM "file:///etc/passwd">]><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"/>',
    ],
    ['an unknown entity', soapRequest('device', 'GetServices', { content: '&a;' })],
    ['a prefix without a namespace', soapRequest('device', 'GetServices', { content: '<x:a/>' })],
    ['a depth without end', soapRequest('device', 'GetServices', { content: '<q:a>'.repeat(5000) })],
  ])('%s is not read', async (_, body) => {
    const { post, outcome } = setUp();
    expect(await outcome(post(body))).toBe('400 Sender WellFormed');
  });

  test('an envelope without an operation is answered so', async () => {
    const { post, outcome } = setUp();
    const envelope = '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body/></s:Envelope>';
    expect(await outcome(post(envelope))).toBe('400 Sender InvalidArgs');
  });
});
