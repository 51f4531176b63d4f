import { readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { readSettingsCommand, restartCommand } from '@watchpost/contract/schemas/camera-settings';
import { systemClock } from '@watchpost/contract/timing/clock';
import { expect, onTestFinished, test } from 'vitest';
import { OnvifError } from '../kernel/onvif-error.ts';
import { controlDevice } from '../testing/onvif-control.ts';
import { createDeviceSettings } from '../testing/onvif-device-settings.ts';
import { startOnvifDevice } from '../testing/onvif-device.ts';
import { onvifSettings } from './onvif-settings.ts';

function controlOf(port: number) {
  const control = controlDevice({ access: { address: `127.0.0.1:${port}` }, handlers: onvifSettings });
  onTestFinished(() => control.close());
  return control;
}

test('a foreign camera’s recorded answers (npm package onvif) contain its network and no night vision', async () => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('onvif/package.json')), 'test/serverMockup');
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()));
    request.on('end', () => {
      const [, operation = '', service = ''] = /<q:(\w+) xmlns:q="http:\/\/www\.onvif\.org\/ver\d0\/(\w+)\//.exec(body) ?? [];
      const file = (name: string) => readFile(join(folder, `${name}.xml`));
      void file(`${service}.${operation}`)
        .catch(() => file(operation))
        .catch(() => file('Error'))
        .then((xml) => response.end(xml));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const control = controlOf((server.address() as AddressInfo).port);
  expect(await control.send(readSettingsCommand, {})).toEqual({
    // Its zone is a GMT offset with abbreviations of its own. Its gateway and DNS answers use prefixes that they don't declare.
    settings: { timeZone: 'Etc/UTC' },
    choices: {},
    network: [
      {
        type: 'ethernet',
        name: 'eth0',
        mac: '28:57:be:65:7d:d5',
        essid: null,
        signal: null,
        isActive: true,
        ipMode: 'static',
        ip: '192.168.68.111',
        mask: '255.255.255.0',
        prefixLength: 24,
        gateway: '192.168.0.1',
        primaryDns: '4.4.4.4',
        secondaryDns: '8.8.8.8',
      },
    ],
  });
  expect(await control.send(restartCommand, {})).toEqual({});
});

test(
  'R15: whatever a camera answers, it is understood as settings of the contract or refused in words of the contract',
  { timeout: 60_000 },
  async () => {
    const made = createDeviceSettings({ clock: systemClock });
    let seed = 1;
    /** Deterministic: the same at each run. */
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const spoil = (text: string): string => {
      const at = random(text.length + 1);
      const spoilt = [
        () => text.slice(0, at) + text.slice(at + random(20)),
        () =>
          text.slice(0, at) + ['<', '&', '\u0000', '"', 'tt:', '-1', '99999999999', '<tt:Mode>ON</tt:Mode>'][random(8)] + text.slice(at),
        () => text.replaceAll(/>([^<]+)</g, (whole) => (random(3) === 0 ? '><' : whole)),
        () => text.replaceAll(/\d+/g, (digits) => (random(3) === 0 ? '4294967296' : digits)),
        () => text.repeat(2),
      ][random(5)];
      return spoilt?.() ?? text;
    };
    const services = made.services.map((service) => ({
      ...service,
      answers: Object.fromEntries(
        Object.entries(service.answers).map(([name, answer]) => [
          name,
          (body: string) => (random(4) === 0 ? spoil(answer(body) ?? '') : answer(body)),
        ]),
      ),
    }));
    const device = await startOnvifDevice({
      clock: systemClock,
      profiles: [{ token: 'main', encoding: 'H264', width: 1280, height: 720, uri: 'rtsp://10.1.2.3/main' }],
      services,
    });
    onTestFinished(device.close);
    const control = controlOf(device.port);
    const outcomes = { understood: 0, refused: 0 };
    for (let round = 0; round < 150; round += 1) {
      try {
        await control.send(readSettingsCommand, {});
        outcomes.understood += 1;
      } catch (error) {
        expect(error).toBeInstanceOf(OnvifError);
        outcomes.refused += 1;
      }
    }
    expect(outcomes.understood).toBeGreaterThan(50);
  },
);
