import { homeAssistantDiscoverySchema } from '@watchpost/contract/schemas/home-mqtt';
import { expect, test } from 'vitest';
import { discoveryOf } from './home-mqtt-discovery.ts';

const camera = { id: 'cam_1', title: 'Двор “A”', model: null, timeZone: 'Europe/Moscow' };
const published = { prefix: 'house', statusTopic: 'house/status' };
const all = discoveryOf({ camera, ...published, hasPersons: true, hasBattery: true });

test('a camera is one device with an entity for each topic', () => {
  expect(homeAssistantDiscoverySchema.parse(JSON.parse(JSON.stringify(all)))).toEqual(all);
  expect(all.device).toEqual({ identifiers: ['watchpost_cam_1'], name: 'Двор “A”', manufacturer: 'Watchpost' });
  expect(
    Object.values(all.components).map((component) => [
      component.platform,
      'device_class' in component ? component.device_class : null,
      'topic' in component ? component.topic : component.state_topic,
    ]),
  ).toEqual([
    ['camera', null, 'house/cam_1/snapshot'],
    ['binary_sensor', 'motion', 'house/cam_1/motion'],
    ['binary_sensor', 'occupancy', 'house/cam_1/person'],
    ['sensor', 'battery', 'house/cam_1/battery'],
    ['binary_sensor', 'connectivity', 'house/cam_1/availability'],
  ]);
});

test('the identifiers of entities are those of the camera, whatever it is called and wherever it is published', () => {
  const ids = Object.values(all.components).map((component) => component.unique_id);
  expect(new Set(ids).size).toBe(5);
  const elsewhere = { prefix: 'flat', statusTopic: 'flat/nodes/node_1/status' };
  const other = discoveryOf({ camera: { ...camera, title: 'Gate' }, ...elsewhere, hasPersons: true, hasBattery: true });
  expect(Object.values(other.components).map((component) => component.unique_id)).toEqual(ids);
});

test('what is true of a camera that is offline needs the server only', () => {
  const whileServerRuns = [{ topic: 'house/status', payload_available: 'online', payload_not_available: 'offline' }];
  expect(all.availability.map(({ topic }) => topic)).toEqual(['house/status', 'house/cam_1/availability']);
  for (const [name, component] of Object.entries(all.components))
    expect(component.availability).toEqual(name === 'battery' || name === 'connectivity' ? whileServerRuns : undefined);
});

test('a camera of a node is there while that node is, whatever happens to the others', () => {
  const statusTopic = 'house/nodes/node_1/status';
  const ofNode = discoveryOf({ camera, prefix: 'house', statusTopic, hasPersons: true, hasBattery: true });
  expect(homeAssistantDiscoverySchema.parse(JSON.parse(JSON.stringify(ofNode)))).toEqual(ofNode);
  expect(ofNode.availability.map(({ topic }) => topic)).toEqual([statusTopic, 'house/cam_1/availability']);
  expect(ofNode.availability_mode).toBe('all');
  expect(JSON.stringify(ofNode)).not.toContain('house/status');
});

test('only what the camera has is announced', () => {
  const plain = discoveryOf({ camera: { ...camera, model: 'Model 7' }, ...published, hasPersons: false, hasBattery: false });
  expect(Object.keys(plain.components)).toEqual(['camera', 'motion', 'connectivity']);
  expect(plain.device.model).toBe('Model 7');
});
