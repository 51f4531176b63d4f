import { expect, test } from 'vitest';
import { homeCameraTopics } from '../../protocols/home-mqtt-protocol.ts';
import {
  homeAssistantDiscoverySchema,
  homeBatterySchema,
  homeEventSchema,
  homePayloadSchemas,
  updateHomeMqttBody,
} from './home-mqtt-schemas.ts';

test('a change names the switch and nothing else', () => {
  expect(updateHomeMqttBody.parse({ isEnabled: true })).toEqual({ isEnabled: true });
  for (const wrong of [{}, { isEnabled: 1 }, { isEnabled: true, topic: 'x' }])
    expect(updateHomeMqttBody.safeParse(wrong).success).toBe(false);
});

test('every topic but the snapshot has a schema of its payload', () => {
  expect([...Object.keys(homePayloadSchemas), 'snapshot'].toSorted()).toEqual(Object.keys(homeCameraTopics).toSorted());
});

test.each(['0', '7', '10', '99', '100'])('%s is a charge', (text) => expect(homeBatterySchema.parse(text)).toBe(text));
test.each(['', '-1', '101', '1000', '07', '50.5', '50 %'])('“%s” is no charge', (text) =>
  expect(homeBatterySchema.safeParse(text).success).toBe(false),
);

test('an event that continues has no end yet', () => {
  const event = { id: 'evt_1', type: 'motion', cameraId: 'cam_1', title: 'Yard', startedAt: 1, endedAt: null };
  expect(homeEventSchema.parse(event)).toEqual(event);
  expect(homeEventSchema.safeParse({ ...event, type: 'cat' }).success).toBe(false);
});

test('Home Assistant’s options are exact: it ignores what it does not know', () => {
  const camera = { platform: 'camera', unique_id: 'watchpost_cam_1_camera', name: null, topic: 'house/cam_1/snapshot' };
  const payload = {
    device: { identifiers: ['watchpost_cam_1'], name: 'Yard', manufacturer: 'Watchpost' },
    origin: { name: 'Watchpost' },
    availability: [{ topic: 'house/status', payload_available: 'online', payload_not_available: 'offline' }],
    availability_mode: 'all',
    qos: 1,
    components: { camera },
  };
  expect(homeAssistantDiscoverySchema.parse(payload)).toEqual(payload);
  for (const wrong of [
    { ...payload, origin: undefined },
    { ...payload, availability_mode: 'every' },
    { ...payload, components: { camera: { ...camera, unique_id: 'a/b' } } },
    { ...payload, components: { camera: { ...camera, image_topic: 'x' } } },
    { ...payload, components: { camera: { ...camera, platform: 'image' } } },
  ])
    expect(homeAssistantDiscoverySchema.safeParse(wrong).success).toBe(false);
});
