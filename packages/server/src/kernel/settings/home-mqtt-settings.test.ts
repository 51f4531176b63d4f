import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';

const homeOf = (variables: Record<string, string>) => readConfig(variables).homeMqtt;

test('the path of the address is the prefix of the topics', () => {
  expect(homeOf({})).toBeNull();
  const url = 'mqtt://watchpost:geheim%2F1@broker.example:1883';
  expect(homeOf({ HOME_MQTT_URL: url })).toEqual({ url, prefix: 'watchpost', discoveryPrefix: 'homeassistant' });
  expect(homeOf({ HOME_MQTT_URL: `${url}/house/cellar/` })).toEqual({ url, prefix: 'house/cellar', discoveryPrefix: 'homeassistant' });
});

test('discovery has a prefix of its own, and can be off', () => {
  const HOME_MQTT_URL = 'mqtts://broker.example';
  expect(homeOf({ HOME_MQTT_URL, HOME_MQTT_DISCOVERY_PREFIX: 'ha' })?.discoveryPrefix).toBe('ha');
  expect(homeOf({ HOME_MQTT_URL, HOME_MQTT_DISCOVERY_PREFIX: 'off' })?.discoveryPrefix).toBeNull();
});

test.each([
  ['HOME_MQTT_URL', 'broker.example:1883'],
  ['HOME_MQTT_URL', 'http://broker.example'],
  ['HOME_MQTT_URL', 'mqtt://'],
  ['HOME_MQTT_URL', 'mqtt://broker.example/a+b'],
  ['HOME_MQTT_URL', 'mqtt://broker.example/%23'],
  ['HOME_MQTT_URL', 'mqtt://broker.example/?prefix=x'],
  ['HOME_MQTT_DISCOVERY_PREFIX', 'home/#'],
  ['HOME_MQTT_DISCOVERY_PREFIX', '/home'],
])('%s=%s is refused', (name, value) => expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name} must be`)));

test.each([
  ['mqtt://broker.example', 'mqtt://watchpost:x@broker.example:1884'],
  ['mqtt://broker.example/house', 'mqtts://broker.example/house/'],
  ['wss://broker.example/mqtt', 'mqtt://broker.example'],
])('%s and %s would share topics: software of the home could command cameras', (MQTT_URL, HOME_MQTT_URL) => {
  expect(() => readConfig({ MQTT_URL, HOME_MQTT_URL })).toThrow(ConfigError);
  expect(readConfig({ MQTT_URL, HOME_MQTT_URL: 'mqtt://broker.example/other' }).homeMqtt?.prefix).toBe('other');
});

test('a refused password is not repeated', () => {
  expect(() => readConfig({ HOME_MQTT_URL: 'mqtt://watchpost:hunter2@broker.example/#' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  );
});
