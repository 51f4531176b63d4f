import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CliOptions } from './options.ts';

export interface InstallDeps {
  readonly options: CliOptions;
  /** Command line of this program: Node and the script. */
  readonly program: readonly [node: string, script: string];
  readonly homeFolder: string;
  readonly isRoot: boolean;
  readonly ffmpegPath: string | undefined;
}

export interface Installed {
  readonly file: string;
  /** Next steps for the user. */
  readonly next: readonly string[];
}

/** Exit code of a failure that a restart would not fix: the camera was removed at the server, or rejects its password. */
export const finalExitCode = 3;

/**
 * Writes a systemd unit for the user who runs the command: the agent needs no more rights than this user has.
 * @throws {TypeError} when root runs it, or when an option would not survive a restart
 */
export async function installService({ options, program, homeFolder, isRoot, ffmpegPath }: InstallDeps): Promise<Installed> {
  if (isRoot) throw new TypeError('Call this as the ordinary user that the camera is to run as, not as root.');
  if (options.server === undefined || !URL.canParse(options.server))
    throw new TypeError('Say where the server is: --server http://localhost:8080');
  if (options.tokenFile === '-') throw new TypeError('A service has no standard input. Name a file: --token-file FILE');
  const unit = `camera-agent-${options.name.replaceAll(/[^\w-]/g, '_')}.service`;
  const folder = join(homeFolder, '.config', 'systemd', 'user');
  const file = join(folder, unit);
  await mkdir(folder, { recursive: true });
  await writeFile(file, unitText([...program, ...runParameters(options)], options.name, ffmpegPath));
  return {
    file,
    next: [
      'systemctl --user daemon-reload',
      `systemctl --user enable --now ${unit}`,
      'loginctl enable-linger   # so that it starts with the computer, before anybody signs in',
    ],
  };
}

/** Repeats the options with paths that do not depend on the working directory. */
function runParameters({
  server = '',
  rtsp,
  rtspFile,
  onvif,
  onvifFile,
  device,
  file,
  testPicture,
  low,
  tokenFile,
  name,
  speaker,
  scan,
  wifiCommand,
  sdCard,
  sdCardSize,
  firmwareKey,
  detect,
  localPort,
  dir,
}: CliOptions): string[] {
  const path = (value: string | undefined): string | undefined => value && resolve(value);
  const pairs: readonly (readonly [string, string | undefined])[] = [
    ['--server', server],
    ['--rtsp', rtsp],
    ['--rtsp-file', path(rtspFile)],
    ['--onvif', onvif],
    ['--onvif-file', path(onvifFile)],
    ['--device', device],
    ['--file', path(file)],
    ['--low', low !== undefined && /^rtsps?:/.test(low) ? low : path(low)],
    ['--token-file', path(tokenFile)],
    ['--name', name],
    ['--speaker', speaker],
    ['--wifi-command', wifiCommand],
    ['--sd-card', path(sdCard)],
    ['--sd-card-size', sdCard === undefined ? undefined : `${sdCardSize / 1e6}M`],
    ['--firmware-key', path(firmwareKey)],
    ['--detect', path(detect)],
    ['--local-port', String(localPort)],
    ['--dir', resolve(dir)],
  ];
  return [
    'run',
    ...(testPicture ? ['--test-picture'] : []),
    ...(scan ? ['--scan'] : []),
    ...pairs.flatMap(([option, value]) => (value === undefined ? [] : [option, value])),
  ];
}

/** A unit file (systemd.service(5)). */
function unitText(command: readonly string[], name: string, ffmpegPath: string | undefined): string {
  return `[Unit]
Description=Watchpost camera agent: ${name.replaceAll(/[\n\r%\\]/g, ' ')}
StartLimitIntervalSec=0

[Service]
ExecStart=${command.map((word) => quoted(word).replaceAll('$', '$$$$')).join(' ')}
${ffmpegPath === undefined ? '' : `Environment=${quoted(`FFMPEG_PATH=${ffmpegPath}`)}\n`}Restart=always
RestartSec=5
RestartPreventExitStatus=${finalExitCode}
UMask=0077
NoNewPrivileges=true

[Install]
WantedBy=default.target
`;
}

/** Quotes one word of a unit file, so that nothing in it acts as a specifier or ends the word. */
function quoted(word: string): string {
  return `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('\n', '\\n')}"`;
}
