import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { installService } from './install.ts';
import { readOptions } from './options.ts';

async function makeHome(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-install-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
const program = ['/usr/bin/node', '/opt/camera-agent/main.js'] as const;
const install = async (parameters: string[], more: { isRoot?: boolean; ffmpegPath?: string } = {}) => {
  const homeFolder = await makeHome();
  const installed = await installService({
    options: readOptions(['install', ...parameters], {}),
    program,
    homeFolder,
    isRoot: more.isRoot ?? false,
    ffmpegPath: more.ffmpegPath,
  });
  return { ...installed, homeFolder, text: await readFile(installed.file, 'utf8') };
};

test('the unit runs the same camera from any working directory', async () => {
  const { file, text, next, homeFolder } = await install([
    '--server',
    'https://watch.example',
    '--rtsp-file',
    'camera.txt',
    '--name',
    'Back yard',
    '--dir',
    'agent',
  ]);
  expect(file).toBe(join(homeFolder, '.config/systemd/user/camera-agent-Back_yard.service'));
  expect(text).toContain(
    `ExecStart="/usr/bin/node" "/opt/camera-agent/main.js" "run" "--server" "https://watch.example" "--rtsp-file" "${process.cwd()}/camera.txt" "--name" "Back yard" "--local-port" "7654" "--dir" "${process.cwd()}/agent"\n`,
  );
  expect(text).toContain('RestartPreventExitStatus=3');
  expect(next[1]).toBe('systemctl --user enable --now camera-agent-Back_yard.service');
});

test('the unit finds an ONVIF camera by its file', async () => {
  const { text } = await install(['--server', 'https://watch.example', '--onvif-file', 'camera.txt']);
  expect(text).toContain(`"--onvif-file" "${process.cwd()}/camera.txt"`);
});

test('the unit keeps the SD card’s folder and size', async () => {
  const { text } = await install(['--server', 'https://watch.example', '--test-picture', '--sd-card', 'card', '--sd-card-size', '2G']);
  expect(text).toContain(`"--sd-card" "${process.cwd()}/card" "--sd-card-size" "2000M"`);
  for (const size of ['10M', '2', '2g', '1.5G', '-1G', ''])
    await expect(install(['--server', 'https://watch.example', '--test-picture', '--sd-card-size', size]), size).rejects.toThrow(
      /--sd-card-size/,
    );
});

test('no name ends a word, points at another user’s file or expands as a variable', async () => {
  const { text } = await install(['--server', 'https://watch.example', '--test-picture', '--name', 'a "b" %h $HOME \\ c'], {
    ffmpegPath: '/opt/my $ffmpeg/ffmpeg',
  });
  expect(text).toContain('"--name" "a \\"b\\" %%h $$HOME \\\\ c"');
  expect(text).toContain('Environment="FFMPEG_PATH=/opt/my $ffmpeg/ffmpeg"');
  expect(text).toContain('Description=Watchpost camera agent: a "b"  h $HOME   c\n');
});

test.skipIf(spawnSync('systemd-analyze', ['--version']).error !== undefined)('systemd takes it', async () => {
  const homeFolder = await makeHome();
  const { file } = await installService({
    options: readOptions(['install', '--server', 'https://watch.example', '--test-picture', '--name', 'a "b" %h'], {}),
    program: [process.execPath, import.meta.filename],
    homeFolder,
    isRoot: false,
    ffmpegPath: undefined,
  });
  const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('camera-agent'))).toEqual([]);
});

test('refuses root, an invalid server address and a token on standard input', async () => {
  await expect(install(['--server', 'https://watch.example', '--test-picture'], { isRoot: true })).rejects.toThrow(/not as root/);
  await expect(install(['--test-picture'])).rejects.toThrow(/--server/);
  await expect(install(['--server', 'https://watch.example', '--test-picture', '--token-file', '-'])).rejects.toThrow(/--token-file/);
});

test('a camera that waits for a code still waits for it after a restart', async () => {
  const { text } = await install([
    '--server',
    'https://watch.example',
    '--device',
    '/dev/video0',
    '--scan',
    '--wifi-command',
    '/usr/local/bin/join-wifi wlan0',
  ]);
  expect(text).toContain('"run" "--scan" "--server"');
  expect(text).toContain('"--wifi-command" "/usr/local/bin/join-wifi wlan0"');
});
