import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const WATCHPOST_DETECTOR_URL = 'http://127.0.0.1:32168';

test('without an address there is no detector; with one, the usual model is asked and given 5 s', () => {
  expect(readConfig({}).detector).toBeNull();
  expect(readConfig({ WATCHPOST_DETECTOR_URL }).detector).toEqual({
    url: WATCHPOST_DETECTOR_URL,
    model: null,
    apiKey: null,
    timeoutMs: 5000,
  });
  expect(
    readConfig({
      WATCHPOST_DETECTOR_URL: 'https://anna:s%20t@gpu.example/detector/',
      WATCHPOST_DETECTOR_MODEL: 'ipcam-general',
      WATCHPOST_DETECTOR_API_KEY: 'key',
      WATCHPOST_DETECTOR_TIMEOUT_SECONDS: '1.5',
    }).detector,
  ).toEqual({ url: 'https://anna:s%20t@gpu.example/detector/', model: 'ipcam-general', apiKey: 'key', timeoutMs: 1500 });
});

test.each([
  'gpu.example:5000',
  'ftp://gpu.example',
  'file:///etc/passwd',
  'http://gpu.example/v1/vision/detection',
  'http://gpu.example/v1',
  'http://gpu.example/?key=1',
  'http://gpu.example/#a',
  'http://anna:50%@gpu.example',
])('%s is no address of a detector, and a refusal does not repeat it', (address) => {
  const read = (): unknown => readConfig({ WATCHPOST_DETECTOR_URL: address });
  expect(read).toThrow(/WATCHPOST_DETECTOR_URL must be an address like/);
  expect(read).not.toThrow(address);
});

test.each(['../../admin', 'a b', ''.padEnd(65, 'a')])('%j is no name of a model', (name) => {
  expect(() => readConfig({ WATCHPOST_DETECTOR_URL, WATCHPOST_DETECTOR_MODEL: name })).toThrow(/WATCHPOST_DETECTOR_MODEL/);
});

test('a model or a key without a detector is a mistake', () => {
  expect(() => readConfig({ WATCHPOST_DETECTOR_MODEL: 'a' })).toThrow(/WATCHPOST_DETECTOR_MODEL needs WATCHPOST_DETECTOR_URL/);
  expect(() => readConfig({ WATCHPOST_DETECTOR_API_KEY: 'secret' })).toThrow(/WATCHPOST_DETECTOR_API_KEY needs WATCHPOST_DETECTOR_URL/);
});
