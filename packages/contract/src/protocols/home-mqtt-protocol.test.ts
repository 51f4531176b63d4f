import { expect, test } from 'vitest';
import {
  homeAssistantDiscoveryTopic,
  homeAssistantStatusTopic,
  homeCameraTopic,
  homeNodeTopic,
  homeStatusTopic,
} from './home-mqtt-protocol.ts';

test('topics belong to a server, to a node or to a camera of it', () => {
  expect(homeStatusTopic('house')).toBe('house/status');
  expect(homeNodeTopic('house', 'node_1')).toBe('house/nodes/node_1/status');
  expect(homeCameraTopic('house/cellar', 'cam_1', 'motion')).toBe('house/cellar/cam_1/motion');
  expect(homeAssistantDiscoveryTopic('homeassistant', 'cam_1')).toBe('homeassistant/device/watchpost_cam_1/config');
  expect(homeAssistantStatusTopic('homeassistant')).toBe('homeassistant/status');
});
