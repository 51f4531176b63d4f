import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type HomeCameraTopic,
  homeCameraTopic,
  homeCameraTopics,
  homeMqttLimits,
  homeNodeTopic,
  homeStatusTopic,
} from '@watchpost/contract/protocols/home-mqtt';
import { homeEventSchema } from '@watchpost/contract/schemas/home-mqtt';
import { eventType } from '@watchpost/contract/schemas/events';
import { describe, expect, test } from 'vitest';
import { listenAtHome } from '../../testing/home/home-listener.ts';
import { hasMosquitto, startMosquitto } from '../../testing/processes/mosquitto-process.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../../../../docs', path), 'utf8');
const guide = read('guide/mqtt.md');
const blocksOf = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block = '']) => block.trim());

test.each([
  ['guide/mqtt.md', 'yes', 'no'],
  ['ru/guide/mqtt.md', 'да', 'нет'],
])('the table of %s has exactly the topics of the contract', (path, yes, no) => {
  const rows = [...read(path).matchAll(/^\| `([^`]+)` \| (.+?) \| (\S+) \|/gm)].map(([, topic, payload = '', retained]) => [
    topic,
    retained,
    payload.includes('JSON') ? 'json' : payload.includes('JPEG') ? 'jpeg' : 'text',
  ]);
  const names = Object.keys(homeCameraTopics) as HomeCameraTopic[];
  const expected = names.map((name) => [
    homeCameraTopic('watchpost', '{camera}', name),
    homeCameraTopics[name].isRetained ? yes : no,
    homeCameraTopics[name].format,
  ]);
  const status = [homeStatusTopic('watchpost'), yes, 'text'];
  const node = [homeNodeTopic('watchpost', '{node}'), yes, 'text'];
  expect(new Set(rows.map((row) => row.join()))).toEqual(new Set([status, node, ...expected].map((row) => row.join())));
});

test('its numbers and types are those of the contract', () => {
  const { detectionTimeoutMs, minSnapshotIntervalMs, maxSnapshotBytes } = homeMqttLimits;
  expect(guide).toContain(`\`OFF\` after ${detectionTimeoutMs / 60_000} minutes`);
  expect(guide).toContain(`never twice within ${minSnapshotIntervalMs / 1000} s`);
  expect(guide).toContain(`at most ${maxSnapshotBytes / 1024} KiB`);
  const types = /Types are (.+?)\. /.exec(guide)?.[1] ?? '';
  expect(new Set([...types.matchAll(/`(\w+)`/g)].map(([, type]) => type))).toEqual(new Set<string | undefined>(eventType.options));
});

test('its event is one', () => {
  const [example = ''] = blocksOf('json');
  expect(homeEventSchema.parse(JSON.parse(example))).toEqual(JSON.parse(example));
});

describe.skipIf(!hasMosquitto)('its commands', () => {
  test('print motion as it happens and which nodes are there, and save a picture', async () => {
    const user = { name: 'home', password: 'secret' };
    const mosquitto = await startMosquitto({ user });
    const server = await listenAtHome(mosquitto.url, { username: user.name, password: user.password });
    const env = { ...process.env, BROKER: '127.0.0.1', NAME: user.name, PASSWORD: user.password, CAMERA: 'cam_1' };
    const [follow = '', save = '', nodes = ''] = blocksOf('sh')
      .filter((block) => block.startsWith('mosquitto_sub'))
      .map((block) => block.replace('-p 1883', `-p ${mosquitto.port}`));
    const ends: (() => void)[] = [];
    /** Runs a command that goes on until it is ended. @returns what it has printed so far */
    const follows = (command: string): (() => string) => {
      let printed = '';
      const child = spawn('sh', ['-c', `exec ${command}`], { env });
      ends.push(() => void child.kill());
      child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
      return () => printed;
    };
    try {
      const printed = follows(follow);
      await expect
        .poll(async () => {
          await server.publish(homeCameraTopic('watchpost', 'cam_1', 'motion'), 'ON');
          return printed();
        })
        .toContain('watchpost/cam_1/motion ON\n');
      await server.publish(homeNodeTopic('watchpost', 'node_1'), 'online', { retain: true });
      await server.publish(homeNodeTopic('watchpost', 'node_2'), 'offline', { retain: true });
      const states = follows(nodes);
      await expect
        .poll(() => states().split('\n').toSorted())
        .toEqual(['', 'watchpost/nodes/node_1/status online', 'watchpost/nodes/node_2/status offline']);
      const picture = Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x0a]);
      await server.publish(homeCameraTopic('watchpost', 'cam_1', 'snapshot'), picture, { retain: true });
      const saved = await promisify(execFile)('sh', ['-c', save.replace(' > snapshot.jpg', '')], { env, encoding: 'buffer' });
      expect(saved.stdout).toEqual(picture);
    } finally {
      for (const end of ends) end();
      await server.close();
      await mosquitto.remove();
    }
  });
});
