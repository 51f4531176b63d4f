import { expect, test } from 'vitest';
import { describeCameras } from './discover.ts';

test('each camera by its name and address, and how to start with one', () => {
  const text = describeCameras([
    { address: 'http://192.168.1.20/onvif/device_service', name: 'Back yard', model: 'NG-2' },
    { address: 'http://192.168.1.21:8000/onvif/device_service', name: '', model: '' },
  ]);
  expect(text.split('\n').slice(0, 4)).toEqual(['Back yard · NG-2', '  http://192.168.1.20/onvif/device_service', 'A camera without a name', '  http://192.168.1.21:8000/onvif/device_service']);
  expect(text).toContain('camera-agent run --server URL --onvif-file FILE --name "Back yard"');
});

test('nothing that a camera calls itself does anything in a command line', () => {
  const [command = ''] = describeCameras([{ address: 'http://10.0.0.1/', name: 'a"; rm -rf $HOME `id` \\', model: '' }]).split('\n').slice(-1);
  expect(command).toContain('--name "a rm -rf HOME id"');
});

test('none: why that may be', () => {
  expect(describeCameras([])).toMatch(/switched off/);
});
