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
    finds: null,
  });
  expect(
    readConfig({
      WATCHPOST_DETECTOR_URL: 'https://anna:s%20t@gpu.example/detector/',
      WATCHPOST_DETECTOR_MODEL: 'ipcam-general',
      WATCHPOST_DETECTOR_API_KEY: 'key',
      WATCHPOST_DETECTOR_TIMEOUT_SECONDS: '1.5',
    }).detector,
  ).toEqual({ url: 'https://anna:s%20t@gpu.example/detector/', model: 'ipcam-general', apiKey: 'key', timeoutMs: 1500, finds: null });
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
  expect(() => readConfig({ WATCHPOST_DETECTOR_FINDS: 'fire' })).toThrow(/WATCHPOST_DETECTOR_FINDS needs WATCHPOST_DETECTOR_URL/);
});

const readFinds = (WATCHPOST_DETECTOR_FINDS: string) => readConfig({ WATCHPOST_DETECTOR_URL, WATCHPOST_DETECTOR_FINDS }).detector?.finds;

test('what a detector finds beside objects is said with its models', () => {
  expect(readFinds('fire@fire-net, smoke, glassBreak,babyCry,')).toEqual([
    { type: 'fire', model: 'fire-net' },
    { type: 'smoke', model: null },
    { type: 'glassBreak', model: null },
    { type: 'babyCry', model: null },
  ]);
});

test.each([',', 'person', 'Fire', 'fire@', 'fire@a/b', 'glassBreak@yamnet', 'constructor', 'fire,'.repeat(11)])(
  '%j is nothing that a detector finds',
  (value) => expect(() => readFinds(value)).toThrow(/WATCHPOST_DETECTOR_FINDS must be a comma-separated list of fire, smoke/),
);
