import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.ts';

export type ToolName =
  | 'chromium'
  | 'chromium-headless-shell'
  | 'firefox'
  | 'webkit'
  | 'ffmpeg'
  | 'postgresql'
  | 'gstreamer'
  | 'vlc'
  | 'dbus'
  | 'mosquitto'
  | 'nginx'
  | 'prometheus';

/** A program outside the repository that some tests need. */
export interface ExternalTool {
  readonly name: ToolName;
  /** Path, or null when it is not installed. */
  readonly path: string | null;
  /** Debian packages that provide it. */
  readonly packages: readonly string[];
  /** The tests that need it. */
  readonly usedFor: string;
  /** What the tests use in its place. Absent when they need it. */
  readonly substitute?: string;
  /** Only `npm run test:all` needs it: the gate neither installs it nor misses it. */
  readonly isForAll?: true;
}

const gstreamerPackages = [
  'gstreamer1.0-tools',
  'gstreamer1.0-rtsp',
  'gir1.2-gst-rtsp-server-1.0',
  'python3-gst-1.0',
  'python3-numpy',
  'gstreamer1.0-plugins-base',
  'gstreamer1.0-plugins-good',
  'gstreamer1.0-plugins-bad',
  'gstreamer1.0-plugins-ugly',
  'gstreamer1.0-libav',
];
// Use the system's own Python: another one in PATH lacks the `gi` module.
const systemPython = '/usr/bin/python3';
const gstreamerProbe = `
import gi, numpy, shutil
gi.require_version('Gst', '1.0'); gi.require_version('GstRtspServer', '1.0')
from gi.repository import Gst, GstRtspServer
Gst.init(None)
raise SystemExit(0 if shutil.which('gst-launch-1.0') and Gst.ElementFactory.find('x264enc') and Gst.ElementFactory.find('rtph264pay') else 1)
`;

export async function findTools(): Promise<readonly ExternalTool[]> {
  const chromiumPath = process.env['CHROMIUM_PATH'];
  const chromiumPlaces = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return [
    {
      name: 'chromium',
      path:
        chromiumPath !== undefined && existsSync(chromiumPath)
          ? chromiumPath
          : (onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable') ??
            chromiumPlaces.find((place) => existsSync(place)) ??
            null),
      packages: ['chromium'],
      usedFor: 'the end-to-end tests',
    },
    {
      name: 'chromium-headless-shell',
      path: onPath('chromium-headless-shell'),
      packages: ['chromium-headless-shell'],
      usedFor: 'the end-to-end tests that need no window',
      substitute: 'chromium, which takes twice the processor time',
    },
    {
      name: 'firefox',
      path: process.env['FIREFOX_PATH'] ?? onPath('firefox-esr', 'firefox'),
      // It decodes and encodes H.264 by FFmpeg's libraries, which Debian only recommends beside it.
      packages: ['firefox-esr', 'ffmpeg'],
      usedFor: 'the end-to-end tests in Firefox',
      isForAll: true,
    },
    {
      name: 'webkit',
      path: onPath('Xvfb') !== null && findMiniBrowser() !== null ? onPath('WebKitWebDriver') : null,
      packages: ['webkit2gtk-driver', 'xvfb', 'gstreamer1.0-plugins-good', 'gstreamer1.0-plugins-bad', 'gstreamer1.0-libav'],
      usedFor: 'the end-to-end tests in WebKit, the engine of Safari',
      isForAll: true,
    },
    {
      name: 'ffmpeg',
      path: onPath('ffmpeg'),
      packages: ['ffmpeg'],
      usedFor: 'previews by the system FFmpeg and the test picture with a clock',
    },
    { name: 'postgresql', path: findInitdb(), packages: ['postgresql'], usedFor: 'the server tests on PostgreSQL' },
    { name: 'gstreamer', path: await findGstreamer(), packages: gstreamerPackages, usedFor: 'the tests with a camera that is not ours' },
    {
      name: 'vlc',
      path: onPath('cvlc'),
      packages: ['vlc-bin', 'vlc-plugin-base'],
      usedFor: 'the test that plays footage and live video with VLC',
    },
    {
      name: 'dbus',
      path: onPath('dbus-daemon'),
      packages: ['dbus-daemon', 'python3-gi'],
      usedFor: 'the test that clicks a real notification',
    },
    {
      name: 'mosquitto',
      path: onPath('mosquitto_sub') === null ? null : findMosquitto(),
      packages: ['mosquitto', 'mosquitto-clients'],
      usedFor: 'the tests with the MQTT broker of a home',
    },
    {
      name: 'nginx',
      path: onPath('nginx') ?? (isExecutable('/usr/sbin/nginx') ? '/usr/sbin/nginx' : null),
      packages: ['nginx-light'],
      usedFor: 'the test with a real reverse proxy',
      isForAll: true,
    },
    {
      name: 'prometheus',
      path: onPath('promtool') === null ? null : onPath('prometheus'),
      packages: ['prometheus'],
      usedFor: 'the test in which Prometheus reads the metrics',
      isForAll: true,
    },
  ];
}

/** Debian installs PostgreSQL's programs outside PATH, one folder per version. */
function findInitdb(): string | null {
  const parent = '/usr/lib/postgresql';
  const versions = existsSync(parent) ? readdirSync(parent).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [...versions.map((version) => join(parent, version, 'bin/initdb')), '/opt/homebrew/bin/initdb', '/usr/local/bin/initdb'];
  return onPath('initdb') ?? places.find(isExecutable) ?? null;
}

/** WebKitGTK's browser for its own tests is in a library's folder. */
function findMiniBrowser(): string | null {
  const libraries = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu'];
  return libraries.map((folder) => join(folder, 'webkit2gtk-4.1/MiniBrowser')).find(isExecutable) ?? null;
}

/** Debian and Homebrew install the broker where only root looks. */
function findMosquitto(): string | null {
  return onPath('mosquitto') ?? ['/usr/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto'].find(isExecutable) ?? null;
}

async function findGstreamer(): Promise<string | null> {
  if (!isExecutable(systemPython)) return null;
  return (await run(systemPython, ['-c', gstreamerProbe])).code === 0 ? systemPython : null;
}

function onPath(...names: readonly string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether this user can install Debian packages. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && onPath('apt-get') !== null;
}

/** Installs the packages of the tools, with one `apt-get update` for all. Returns whether it worked. */
export async function installTools(tools: readonly ExternalTool[]): Promise<boolean> {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const update = await run('apt-get', ['update', '-qq'], { env });
  // An outdated package list may still work: only the installation's result counts.
  if (update.code !== 0) console.log(update.output.trimEnd());
  const install = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...tools.flatMap(({ packages }) => packages)], {
    env,
  });
  if (install.code !== 0) console.log(install.output.trimEnd());
  return install.code === 0;
}
