#!/usr/bin/env node
import { hostname } from 'node:os';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { runDemo } from '../demo.ts';
import { systemClock } from '../kernel/clock.ts';
import { runAgentLink } from '../link/agent-link.ts';
import { loadCredentials, saveCredentials } from '../link/credentials.ts';
import { register } from '../link/registration.ts';
import { openFileSource } from '../sources/file-source.ts';
import type { FrameSource } from '../sources/frame-source.ts';
import { openTestPictureSource } from '../sources/test-picture-source.ts';
import { createCommandSpeaker, defaultPlayer } from '../speaker/command-speaker.ts';

const help = `camera-agent: pushes a camera's video to a Watchpost server over one outbound connection

  camera-agent run --server URL --file CLIP.mp4 [--low CLIP-LOW.mp4]   a virtual camera: the file in a loop
  camera-agent run --server URL --test-picture                          a test picture with a clock (needs FFmpeg)
  camera-agent demo                                                     the demo's cameras, as the server orders them on standard input

  --server URL        origin of the server, for example http://localhost:8080
  --token-file FILE   a file with the registration token (first start only; "-" reads standard input)
  --name NAME         name of the camera, and of its saved credentials       [default: this computer's name]
  --serial NUMBER     serial number of the camera                            [default: made from the name]
  --speaker COMMAND   lets people speak through the camera: a program that plays what it gets on standard input;
                      "default" is ffplay
  --dir FOLDER        where credentials are kept    [default: $WATCHPOST_AGENT_DIR or ./agent]
  --help              this text

A registration token comes from the app (Add camera) or from POST /public/api/v2/cameraphone/registration/token.
FFMPEG_PATH names FFmpeg when it is not on the PATH.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string' },
    'token-file': { type: 'string' },
    name: { type: 'string', default: hostname() },
    serial: { type: 'string' },
    file: { type: 'string' },
    low: { type: 'string' },
    speaker: { type: 'string' },
    'test-picture': { type: 'boolean', default: false },
    dir: { type: 'string', default: process.env['WATCHPOST_AGENT_DIR'] ?? 'agent' },
    help: { type: 'boolean', default: false },
  },
});
const log = (line: string): void => console.error(line);

try {
  const [command] = positionals;
  if (values.help || command === undefined) console.log(help);
  else if (command === 'demo') await runDemo({ orders: process.stdin, folder: values.dir, serverUrl: process.env['WATCHPOST_SERVER_URL'], clock: systemClock, log });
  else if (command === 'run') await run();
  else throw new Error(`There is no command "${command}". See camera-agent --help.`);
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { server, name, dir } = values;
  if (server === undefined || !URL.canParse(server)) throw new Error('Say where the server is: --server http://localhost:8080');
  const main = await openSource();
  const low = values.low === undefined ? undefined : await openFileSource(values.low);
  const speaker = values.speaker === undefined ? undefined : createCommandSpeaker(values.speaker === 'default' ? defaultPlayer : values.speaker);
  const key = name.replaceAll(/[^\w-]/g, '_');
  const saved = (await loadCredentials(dir, (file) => log(`${file} can't be read`))).get(key);
  const credentials = saved ?? (await registerNow(server, name));
  if (!saved) await saveCredentials(dir, key, credentials);

  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const end = await runAgentLink(
    { serverUrl: server, agentToken: credentials.agentToken, main, ...(low && { low }), ...(speaker && { speaker }), clock: systemClock, onState: (state, detail) => log(`${state} (${detail})`) },
    stop.signal,
  );
  if (end === 'refused') throw new Error(`The server does not know this camera. It was removed there: delete ${dir}/${key}.json and register it again.`);
}

async function registerNow(serverUrl: string, title: string): Promise<Awaited<ReturnType<typeof register>>> {
  const file = values['token-file'];
  if (file === undefined) throw new Error('This camera is not registered yet. Give it a registration token: --token-file FILE');
  const registrationToken = (await readFile(file === '-' ? '/dev/stdin' : file, 'utf8')).trim();
  const serialNumber = values.serial ?? `WP-${title.replaceAll(/[^\w-]/g, '-').toUpperCase()}`.slice(0, 64);
  return register({ serverUrl, registrationToken, title, serialNumber, model: 'Camera agent' });
}

function openSource(): Promise<FrameSource> {
  if (values['test-picture']) return openTestPictureSource(process.env['FFMPEG_PATH'] ?? 'ffmpeg');
  if (values.file === undefined) throw new Error('Say what to show: --file CLIP.mp4 or --test-picture');
  return openFileSource(values.file);
}
