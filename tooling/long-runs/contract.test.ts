import { expect, test } from 'vitest';
import { findSlowRun } from '../lib/long-runs.ts';
import { atMost } from '../tests/slow-machine.ts';
import { createApiKeyBody } from '../../packages/contract/src/features/api-keys/api-keys-schemas.ts';
import { registerCameraBody, serialNumberSchema } from '../../packages/contract/src/features/add-camera/add-camera-schemas.ts';
import { cameraNameSchema } from '../../packages/contract/src/features/cameras/cameras-schemas.ts';
import { createEmbedTokenBody } from '../../packages/contract/src/features/embeds/embeds-schemas.ts';
import { listEventsQuery } from '../../packages/contract/src/features/events/events-schemas.ts';
import { firmwareVersionSchema } from '../../packages/contract/src/features/firmware/firmware-schemas.ts';
import { confirmCodeBody, emailSchema, requestCodeBody } from '../../packages/contract/src/features/session/session-schemas.ts';
import { pickLocale } from '../../packages/contract/src/kernel/locales.ts';
import { localCameraUrl, needsUpdate } from '../../packages/contract/src/protocols/local-camera-protocol.ts';
import { readRegistrationCode } from '../../packages/contract/src/protocols/registration-code-protocol.ts';
import { minutesOf } from '../../packages/contract/src/protocols/schedule-protocol.ts';

const schema = (parser: { safeParse(value: unknown): unknown }) => (text: string) => parser.safeParse(text);
const json = (parser: { safeParse(value: unknown): unknown }) => (text: string) => parser.safeParse(JSON.parse(text));

test.each<[string, string, (text: string) => unknown]>([
  ['an e-mail address', ' anna.k+x@mail-1.example.com ', schema(emailSchema)],
  ['a serial number', 'AB-12_34', schema(serialNumberSchema)],
  ['the name of a camera', ' Yard 1 ', schema(cameraNameSchema)],
  ['an origin', ' https://shop.example:8443 ', (text) => createEmbedTokenBody.safeParse({ cameraIds: ['c'], origins: [text] })],
  ['a range of addresses', '2001:db8::/32', (text) => createApiKeyBody.safeParse({ ipRanges: [text] })],
  ['a cursor', '17000.ev_1', (text) => listEventsQuery.safeParse({ cursor: text })],
  ['a version', '1.20.3', schema(firmwareVersionSchema)],
  ['the body of a request', '{"email": "a@b.example", "deviceId": "x", "y": [1, {"z": null}]}', json(requestCodeBody)],
  ['another one', '{"email": "a@b.example", "otp": "123456", "deviceToken": "\\u0041"}', json(confirmCodeBody)],
  ['a registration', '{"registrationToken": "a", "source": {"kind": "rtsp", "url": "rtsp://a/b"}}', json(registerCameraBody)],
  ['preferred languages', 'ru-RU, en;q=0.8, *;q=0.1', pickLocale],
  [
    'a registration code',
    String.raw`WPC1:T:${'a'.repeat(16)};S:https://watch.example:8443;N:North\;gate;P:open sesame;;`,
    readRegistrationCode,
  ],
  ['the address of a camera in the network', ' http://[fd00::1]:8000/ ', (text) => localCameraUrl(text, () => null)],
  ['the version of a camera', '0.1.0-beta+5', needsUpdate],
  ['a time of day', '08:30', minutesOf],
])(
  'R15: one character 250,000 times, anywhere in %s',
  (_, seed, parse) => {
    expect(findSlowRun(seed, parse)).toBeNull();
  },
  atMost(60_000),
);
