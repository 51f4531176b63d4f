import { createManualClock } from '@watchpost/contract/testing';
import { readEnvelope, type XmlElement } from '@watchpost/onvif/messages';
import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { faultCodes, soapRequest, tokenHeader } from '../../testing/onvif/onvif-requests.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createOnvifHandler } from './onvif-handler.ts';
import type { OnvifAuthorizer, OnvifLink, OnvifMotor, OnvifSteering } from './onvif-link.ts';
import { createPullPoints } from './onvif-pull-points.ts';

const id = 'AbcDef1234';
const password = '0f'.repeat(16);
const address = 'http://192.168.1.5:8000';
const dome: OnvifMotor = {
  abilities: { canPan: true, canTilt: true, canZoom: true, hasHome: true, canSetHome: true, mostPresets: 8 },
  presets: [
    { id: '1', name: 'Gate & <yard>' },
    { id: 'PRESET 7', name: '' },
  ],
  isMoving: false,
};
const link: OnvifLink = { id, cameraId: 'cam_1', title: 'Dome', withAudio: false, withEvents: false, withPtz: true, snapshotToken: null };

function setUp({
  motor = dome,
  authorizer = {},
  steering = {},
}: { motor?: OnvifMotor | null; authorizer?: Partial<OnvifAuthorizer>; steering?: Partial<OnvifSteering> } = {}) {
  const clock = createManualClock();
  const move = vi.fn<OnvifSteering['move']>(async () => undefined);
  const go = vi.fn<OnvifSteering['go']>(async () => undefined);
  const onWrongPassword = vi.fn<(network: string) => void>();
  const handle = createOnvifHandler({
    authorizer: {
      passwordOf: async (user) => (user === id ? password : null),
      open: async () => link,
      snapshot: () => Promise.reject(new AppError('not-found')),
      ...authorizer,
    },
    streams: createStreamRegistry({ log: pino({ level: 'silent' }) }),
    pullPoints: createPullPoints({ clock, motion: { since: () => null, onChange: () => () => undefined } }),
    steering: { read: async () => motor, move, go, ...steering },
    clock,
    onWrongPassword,
  });
  /** @param secret null for a request without credentials */
  const ask = async (service: 'device' | 'media' | 'ptz', operation: string, content = '', secret: string | null = password) => {
    const header = secret === null ? '' : tokenHeader({ username: id, password: secret, at: clock.now() });
    const answer = await handle(
      {
        method: 'POST',
        target: `/onvif/${id}/${service}_service`,
        authorization: undefined,
        body: soapRequest(service, operation, { header, content }),
        place: { origin: address, rtspOrigin: 'rtsp://192.168.1.5:8554', linkId: id, pullPointId: null, localAddress: '192.168.1.5' },
        signal: new AbortController().signal,
      },
      '192.168.1.9',
    );
    const [response] = readEnvelope(answer.body).body;
    return { outcome: [answer.status, ...faultCodes(answer.body)].join(' '), response, text: answer.body };
  };
  return { clock, move, go, onWrongPassword, ask };
}

const full = '<q:ProfileToken>full</q:ProfileToken>';
const velocity = (inside: string, more = ''): string => `${full}<q:Velocity>${inside}</q:Velocity>${more}`;
const left = velocity('<tt:PanTilt x="-1" y="0"/>');
const allNamed = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element ? [...(element.name === name ? [element] : []), ...element.children.flatMap((child) => allNamed(child, name))] : [];
const textsOf = (element: XmlElement | undefined, name: string): readonly string[] => allNamed(element, name).map(({ text }) => text);

describe('where the service is', () => {
  const listed = async ({ ask }: ReturnType<typeof setUp>, secret: string | null): Promise<boolean[]> => {
    const services = await ask('device', 'GetServices', '<q:IncludeCapability>true</q:IncludeCapability>', secret);
    const capabilities = await ask('device', 'GetCapabilities', '', secret);
    expect([services.outcome, capabilities.outcome]).toEqual(['200', '200']);
    const at = `XAddr>${address}/onvif/${id}/ptz_service<`;
    return [services.text.includes(at) && services.text.includes('<tptz:Capabilities '), capabilities.text.includes(`<tt:PTZ><tt:${at}`)];
  };

  test('a link that may move the camera reads it with its password; anyone else reads what is the same for every link', async () => {
    expect(await listed(setUp(), password)).toEqual([true, true]);
    expect(await listed(setUp(), null)).toEqual([false, false]);
    const guessed = setUp();
    expect(await listed(guessed, 'wrong')).toEqual([false, false]);
    // A guess is one here, too.
    expect(guessed.onWrongPassword).toHaveBeenCalledTimes(2);
    expect(await listed(setUp({ authorizer: { open: async () => ({ ...link, withPtz: false }) } }), password)).toEqual([false, false]);
  });

  test.each(['access-outside-hours', 'not-found', 'unavailable'] as const)(
    'what anyone can read does not depend on the camera: %s',
    async (code) => {
      expect(await listed(setUp({ authorizer: { open: () => Promise.reject(new AppError(code)) } }), password)).toEqual([false, false]);
    },
  );

  test('too many wrong passwords end here as elsewhere', async () => {
    const { ask, onWrongPassword } = setUp();
    onWrongPassword.mockImplementation(() => {
      throw new AppError('too-many-requests');
    });
    expect((await ask('device', 'GetServices', '', 'wrong')).outcome).toBe('429 Sender NotAuthorized');
    expect((await ask('device', 'GetServices')).outcome).toBe('200');
  });

  test('a link without the right has no such service, no configuration in its profiles, and moves nothing', async () => {
    const none = '500 Receiver ActionNotSupported NoSuchService';
    const { ask, move, go } = setUp({ authorizer: { open: async () => ({ ...link, withPtz: false }) } });
    for (const operation of ['GetNodes', 'GetConfigurations', 'GetStatus', 'GetPresets', 'ContinuousMove', 'Stop', 'GotoPreset', 'Unknown'])
      expect([operation, (await ask('ptz', operation, left)).outcome]).toEqual([operation, none]);
    expect((await ask('device', 'GetCapabilities', '<q:Category>PTZ</q:Category>')).outcome).toBe(none);
    expect((await ask('media', 'GetProfiles')).text).not.toContain('PTZConfiguration');
    expect((await ask('device', 'GetScopes')).text).not.toContain('type/ptz');
    expect([move.mock.calls, go.mock.calls]).toEqual([[], []]);
  });

  test('without a password nothing moves', async () => {
    const { ask, move } = setUp();
    for (const secret of [null, 'wrong'])
      expect((await ask('ptz', 'ContinuousMove', left, secret)).outcome).toBe('401 Sender NotAuthorized');
    expect(move).not.toHaveBeenCalled();
  });
});

describe('what a recorder reads', () => {
  test('both profiles have the configuration of one node', async () => {
    const { ask } = setUp();
    const { response } = await ask('media', 'GetProfiles');
    expect(allNamed(response, 'PTZConfiguration').map(({ attributes }) => attributes.get('token'))).toEqual(['ptz', 'ptz']);
    expect(textsOf(response, 'NodeToken')).toEqual(['ptz', 'ptz']);
    for (const [operation, content] of [
      ['GetNode', '<q:NodeToken>ptz</q:NodeToken>'],
      ['GetConfigurations', ''],
      ['GetConfiguration', '<q:PTZConfigurationToken>ptz</q:PTZConfigurationToken>'],
      ['GetCompatibleConfigurations', full],
      ['GetServiceCapabilities', ''],
    ] as const)
      expect([operation, (await ask('ptz', operation, content)).outcome]).toEqual([operation, '200']);
  });

  test.each<[string, Partial<OnvifMotor['abilities']>, string[], string[]]>([
    ['turns and zooms', {}, ['-1', '-1', '-1'], ['1', '1', '1']],
    ['turns in one direction', { canTilt: false, canZoom: false }, ['-1', '0'], ['1', '0']],
    ['zooms', { canPan: false, canTilt: false }, ['-1'], ['1']],
  ])('the spaces of a camera that %s', async (_, abilities, min, max) => {
    const { ask } = setUp({ motor: { ...dome, abilities: { ...dome.abilities, ...abilities } } });
    const { response } = await ask('ptz', 'GetNodes');
    expect([textsOf(response, 'Min'), textsOf(response, 'Max')]).toEqual([min, max]);
    expect([textsOf(response, 'MaximumNumberOfPresets'), textsOf(response, 'HomeSupported')]).toEqual([['8'], ['true']]);
    const options = await ask('ptz', 'GetConfigurationOptions', '<q:ConfigurationToken>ptz</q:ConfigurationToken>');
    expect([textsOf(options.response, 'Min'), textsOf(options.response, 'Max')]).toEqual([
      [...min, 'PT0.1S'],
      [...max, 'PT30S'],
    ]);
  });

  test('its presets, whose names can’t be taken for markup', async () => {
    const { ask } = setUp();
    const { response } = await ask('ptz', 'GetPresets', full);
    expect(allNamed(response, 'Preset').map(({ attributes, children }) => [attributes.get('token'), children[0]?.text])).toEqual([
      ['1', 'Gate & <yard>'],
      ['PRESET 7', undefined],
    ]);
  });

  test.each([
    [false, 'IDLE'],
    [true, 'MOVING'],
  ])('whether it moves: %s', async (isMoving, state) => {
    const { ask, clock } = setUp({ motor: { ...dome, isMoving } });
    const { response } = await ask('ptz', 'GetStatus', full);
    expect([textsOf(response, 'PanTilt'), textsOf(response, 'Zoom'), textsOf(response, 'UtcTime')]).toEqual([
      [state],
      [state],
      [new Date(clock.now()).toISOString()],
    ]);
  });
});

describe('how a recorder moves it', () => {
  test.each<[string, string, { pan: number; tilt: number; zoom: number }]>([
    ['to the left', '<tt:PanTilt x="-1" y="0"/>', { pan: -1, tilt: 0, zoom: 0 }],
    ['in each direction', '<tt:PanTilt x="0.5" y="-2.5e-1"/><tt:Zoom x="1"/>', { pan: 0.5, tilt: -0.25, zoom: 1 }],
    [
      'in the generic spaces by name',
      '<tt:PanTilt x="1" y="1" space="http://www.onvif.org/ver10/tptz/PanTiltSpaces/VelocityGenericSpace"/><tt:Zoom x="-1" space="http://www.onvif.org/ver10/tptz/ZoomSpaces/VelocityGenericSpace"/>',
      { pan: 1, tilt: 1, zoom: -1 },
    ],
    ['not at all', '', { pan: 0, tilt: 0, zoom: 0 }],
  ])('%s', async (_, inside, expected) => {
    const { ask, move, clock } = setUp();
    expect((await ask('ptz', 'ContinuousMove', velocity(inside))).outcome).toBe('200');
    expect(move).toHaveBeenCalledExactlyOnceWith(id, { velocity: expected, lastsMs: 10_000, askedAt: clock.now() });
  });

  test.each([
    ['PT2.5S', 2500],
    ['PT1M', 30_000],
    ['P1D', 30_000],
    ['PT0.01S', 100],
  ])('for %s: it stops by itself after %i ms', async (timeout, lastsMs) => {
    const { ask, move } = setUp();
    await ask('ptz', 'ContinuousMove', `${left}<q:Timeout>${timeout}</q:Timeout>`);
    expect(move.mock.calls[0]?.[1].lastsMs).toBe(lastsMs);
  });

  test('only where it can be moved', async () => {
    const { ask, move } = setUp({ motor: { ...dome, abilities: { ...dome.abilities, canTilt: false, canZoom: false } } });
    await ask('ptz', 'ContinuousMove', velocity('<tt:PanTilt x="1" y="1"/><tt:Zoom x="1"/>'));
    expect(move.mock.calls[0]?.[1].velocity).toEqual({ pan: 1, tilt: 0, zoom: 0 });
  });

  test('a stop ends everything, also when one axis is named', async () => {
    const { ask, move } = setUp();
    for (const more of ['', '<q:PanTilt>true</q:PanTilt><q:Zoom>false</q:Zoom>'])
      expect((await ask('ptz', 'Stop', full + more)).outcome).toBe('200');
    const standstill = { pan: 0, tilt: 0, zoom: 0 };
    expect(move.mock.calls.map(([, { velocity: speed }]) => speed)).toEqual([standstill, standstill]);
  });

  test('to a preset, and home', async () => {
    const { ask, go } = setUp();
    expect((await ask('ptz', 'GotoPreset', `${full}<q:PresetToken>PRESET 7</q:PresetToken>`)).outcome).toBe('200');
    expect((await ask('ptz', 'GotoHomePosition', full)).outcome).toBe('200');
    expect(go.mock.calls).toEqual([
      [id, { kind: 'preset', presetId: 'PRESET 7' }],
      [id, { kind: 'home' }],
    ]);
  });
});

describe('what is refused', () => {
  const badTimeout = '400 Sender InvalidArgVal TimeoutNotSupported';
  const badSpeed = '400 Sender InvalidArgVal InvalidVelocity';
  test.each([
    ['ContinuousMove', '', '400 Sender InvalidArgVal NoProfile'],
    ['ContinuousMove', left.replace('full', 'Full'), '400 Sender InvalidArgVal NoProfile'],
    ['ContinuousMove', velocity('<tt:PanTilt x="1.01" y="0"/>'), badSpeed],
    ['ContinuousMove', velocity('<tt:PanTilt x="left" y="0"/>'), badSpeed],
    ['ContinuousMove', velocity('<tt:PanTilt x="1"/>'), badSpeed],
    ['ContinuousMove', velocity('<tt:Zoom x="INF"/>'), badSpeed],
    ['ContinuousMove', velocity('<tt:PanTilt x="1" y="0" space="http://a.example"/>'), '400 Sender InvalidArgVal SpaceNotSupported'],
    ['ContinuousMove', `${left}<q:Timeout>5</q:Timeout>`, badTimeout],
    ['ContinuousMove', `${left}<q:Timeout>PT0S</q:Timeout>`, badTimeout],
    ['ContinuousMove', `${left}<q:Timeout>-PT5S</q:Timeout>`, badTimeout],
    ['Stop', '', '400 Sender InvalidArgVal NoProfile'],
    ['GotoPreset', `${full}<q:PresetToken>2</q:PresetToken>`, '400 Sender InvalidArgVal NoToken'],
    ['GotoPreset', full, '400 Sender InvalidArgVal NoToken'],
    ['GetNode', '<q:NodeToken>x</q:NodeToken>', '400 Sender InvalidArgVal NoEntity'],
    ['GetConfiguration', '', '400 Sender InvalidArgVal NoConfig'],
    ['GetConfigurationOptions', '<q:ConfigurationToken>x</q:ConfigurationToken>', '400 Sender InvalidArgVal NoConfig'],
    ['AbsoluteMove', full, '500 Receiver ActionNotSupported'],
    ['RelativeMove', full, '500 Receiver ActionNotSupported'],
    ['SetPreset', full, '500 Receiver ActionNotSupported'],
    ['RemovePreset', `${full}<q:PresetToken>1</q:PresetToken>`, '500 Receiver ActionNotSupported'],
    ['SetHomePosition', full, '500 Receiver ActionNotSupported'],
    ['SetConfiguration', '', '500 Receiver ActionNotSupported'],
  ])('%s %s: %s', async (operation, content, expected) => {
    const { ask, move, go } = setUp();
    expect((await ask('ptz', operation, content)).outcome).toBe(expected);
    expect([move.mock.calls, go.mock.calls]).toEqual([[], []]);
  });

  test('a camera without a home position has none to go to; one that can’t turn is none', async () => {
    const without = setUp({ motor: { ...dome, abilities: { ...dome.abilities, hasHome: false } } });
    expect((await without.ask('ptz', 'GotoHomePosition', full)).outcome).toBe('400 Sender InvalidArgVal NoHomePosition');
    const fixed = setUp({ motor: null });
    for (const operation of ['GetNodes', 'GetStatus', 'ContinuousMove'])
      expect((await fixed.ask('ptz', operation, left)).outcome).toBe('500 Receiver ActionNotSupported PTZNotSupported');
  });

  test.each([
    ['camera-steered', '400 Sender OperationProhibited'],
    ['camera-unsupported', '500 Receiver ActionNotSupported PTZNotSupported'],
    ['camera-offline', '503 Receiver Action'],
    ['camera-silent', '503 Receiver Action'],
    ['camera-failed', '503 Receiver Action'],
    ['access-outside-hours', '403 Sender OperationProhibited'],
    ['forbidden', '500 Receiver ActionNotSupported NoSuchService'],
    ['not-found', '401 Sender NotAuthorized'],
  ] as const)('%s is the fault %s', async (code, expected) => {
    const refuse = () => Promise.reject(new AppError(code));
    const { ask } = setUp({ steering: { move: refuse, go: refuse } });
    expect((await ask('ptz', 'ContinuousMove', left)).outcome).toBe(expected);
    expect((await ask('ptz', 'Stop', full)).outcome).toBe(expected);
    expect((await ask('ptz', 'GotoHomePosition', full)).outcome).toBe(expected);
  });
});
