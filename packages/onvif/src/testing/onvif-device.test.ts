import { systemClock } from '@watchpost/contract/timing/clock';
import { expect, test } from 'vitest';
import { startOnvifDevice } from './onvif-device.ts';

test('a nonce that happens to contain a tag’s name does not change which operation is requested', async () => {
  const device = await startOnvifDevice({ clock: systemClock, profiles: [] });
  try {
    const answer = await fetch(device.url, {
      method: 'POST',
      body:
        '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header><UsernameToken><Nonce>4xBody7Qz0aKd1mS2nTfUg==</Nonce><Created>2026-11-26T15:00:00Z</Created></UsernameToken></s:Header>' +
        '<s:Body><GetDeviceInformation xmlns="http://www.onvif.org/ver10/device/wsdl"/></s:Body></s:Envelope>',
    });
    expect([answer.status, device.calls]).toEqual([200, ['GetDeviceInformation']]);
  } finally {
    await device.close();
  }
});
