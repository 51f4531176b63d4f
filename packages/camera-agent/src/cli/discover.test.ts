import { expect, test } from 'vitest';
import { describeCameras } from './discover.ts';

test('lists each camera with its name and address, and the command that starts one', () => {
  const text = describeCameras([
    { address: 'http://192.168.1.20/onvif/device_service', name: 'Back yard', model: 'NG-2' },
    { address: 'http://192.168.1.21:8000/onvif/device_service', name: '', model: '' },
  ]);
  expect(text.split('\n').slice(0, 4)).toEqual([
    'Back yard · NG-2',
    '  http://192.168.1.20/onvif/device_service',
    'A camera without a name',
    '  http://192.168.1.21:8000/onvif/device_service',
  ]);
  expect(text).toContain('camera-agent run --server URL --onvif-file FILE --name "Back yard"');
});

test('a camera’s name can’t inject anything into the command line', () => {
  const [command = ''] = describeCameras([{ address: 'http://10.0.0.1/', name: 'a"; rm -rf $HOME `id` \\', model: '' }])
    .split('\n')
    .slice(-1);
  expect(command).toContain('--name "a rm -rf HOME id"');
});

test('explains possible causes when no camera is found', () => {
  expect(describeCameras([])).toMatch(/switched off/);
});
