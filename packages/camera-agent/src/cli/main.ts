#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { systemClock } from '@watchpost/contract/timing/clock';
import { runDemo } from '../demo.ts';
import { restartExitCode, superviseFirmware, supervisedVariable } from '../firmware/firmware-supervisor.ts';
import { discoverCameras } from './discover.ts';
import { firmwareStoreOf, openFirmwareSlot } from './firmware-slot.ts';
import { finalExitCode, installService } from './install.ts';
import { help, readOptions, type CliOptions } from './options.ts';
import { CameraRemovedError, runCamera } from './run.ts';
import { scanFile } from './scan.ts';
import { RegistrationError } from '../link/registration.ts';
import { SourceError } from '../sources/frame-source.ts';

const log = (line: string): void => console.error(line);

try {
  const options = readOptions(process.argv.slice(2), process.env);
  const { command } = options;
  if (options.help || command === null) console.log(help);
  else if (command === 'demo')
    await runDemo({
      orders: process.stdin,
      folder: options.dir,
      serverUrl: process.env['WATCHPOST_SERVER_URL'],
      isBusy: process.env['WATCHPOST_DEMO_BUSY'] === '1',
      appVersion: await readVersion(),
      clock: systemClock,
      log,
    });
  else if (command === 'run') await run(options);
  else if (command === 'discover') console.log(await discoverCameras());
  else if (command === 'scan') await scanFile(options, log);
  else if (command === 'install') await install(options);
  else throw new Error(`There is no command "${command}". See camera-agent --help.`);
} catch (error) {
  log(error instanceof Error ? error.message : String(error));
  process.exitCode =
    error instanceof CameraRemovedError ||
    (error instanceof RegistrationError && error.isFinal) ||
    (error instanceof SourceError && error.isRefused)
      ? finalExitCode
      : 1;
}

async function run(options: CliOptions): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const version = await readVersion();
  if (options.firmwareKey !== undefined && process.env[supervisedVariable] === undefined) {
    const code = await superviseFirmware({
      store: firmwareStoreOf(options),
      ownEntry: import.meta.filename,
      ownVersion: version,
      parameters: process.argv.slice(2),
      clock: systemClock,
      log,
      signal: stop.signal,
    });
    process.exitCode = code ?? 0;
    return;
  }
  const restart = (): void => {
    process.exitCode = restartExitCode;
    stop.abort();
  };
  const firmware = await openFirmwareSlot({ options, version, log, restart });
  await runCamera({ options, clock: systemClock, appVersion: version, log, firmware, signal: stop.signal });
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  return version;
}

async function install(options: CliOptions): Promise<void> {
  const { file, next } = await installService({
    options,
    program: [process.execPath, import.meta.filename],
    homeFolder: homedir(),
    isRoot: process.getuid?.() === 0,
    ffmpegPath: process.env['FFMPEG_PATH'],
  });
  console.log([`Written: ${file}`, 'Now:', ...next.map((line) => `  ${line}`)].join('\n'));
}
