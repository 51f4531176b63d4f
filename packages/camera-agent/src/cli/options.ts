import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { localCameraPort } from '@watchpost/contract/protocols/local-camera';

export const help: string = `camera-agent: pushes a camera's video to a Watchpost server over one outbound connection

  camera-agent run --server URL --rtsp-file FILE                        a camera on the network
  camera-agent run --server URL --onvif-file FILE                       an ONVIF camera: finds its streams by itself, and steers and sets it
  camera-agent run --server URL --device /dev/video0                    a camera that is plugged in (V4L2)
  camera-agent run --server URL --file CLIP.mp4 [--low CLIP-LOW.mp4]    a virtual camera: the file in a loop
  camera-agent run --server URL --test-picture                          a test picture with a clock
  camera-agent discover                                                 lists the ONVIF cameras in this computer's networks
  camera-agent scan FILE.png                                            registers the camera with the QR code in a picture, and ends
  camera-agent install …                                                the same as a service of the user who calls it (systemd)
  camera-agent demo                                                     the demo's cameras, as the server orders them on standard input

  --server URL        origin of the server, for example http://localhost:8080
  --rtsp-file FILE    a file with the camera's address, rtsp://user:password@192.168.1.20:554/stream;
                      a second line is the address of its low stream
  --rtsp URL          the address itself, when no password is in it: every user of this computer can read it
  --onvif-file FILE   a file with the address of an ONVIF camera (192.168.1.20, or what "discover" shows), its user name and
                      its password, a line for each
  --onvif ADDRESS     the address itself, for a camera that asks for no user
  --low FILE|URL      the same picture small; it stands in while the uplink is too slow
  --scan              reads the QR code that the app shows with the camera's own picture (needs FFmpeg);
                      --server may be left out then: the code names it
  --wifi-command CMD  a program that joins the Wi-Fi of the code: it gets {"name": …, "password": …} on standard input
  --token-file FILE   a file with the registration token (first start only; "-" reads standard input)
  --name NAME         name of the camera, and of its saved credentials       [default: this computer's name]
  --serial NUMBER     serial number of the camera                            [default: made from this computer and the name]
  --speaker COMMAND   lets people speak through the camera: a program that plays what it gets on standard input;
                      "default" is ffplay
  --sd-card FOLDER    records on this folder as a camera does on its SD card: it is set up, watched and formatted in the app;
                      as long as the folder is missing, no card is inserted
  --sd-card-size SIZE how much of the folder may be used, the oldest recordings are overwritten    [default: 16G]
  --firmware-key FILE lets the app update this program: the public key (PEM, Ed25519) of whoever signs its packages
  --local-port PORT   where the app finds the camera in its own network; 0: nowhere    [default: ${localCameraPort}]
  --dir FOLDER        where credentials are kept    [default: $WATCHPOST_AGENT_DIR or ./agent]
  --help              this text

Without a token file it waits until the app registers it: it shows its serial number, as text and as a barcode, and reads
the code of the app with --scan.
FFMPEG_PATH names FFmpeg when it is not on the PATH; files in a loop do without it.`;

export interface CliOptions {
  readonly command: string | null;
  readonly server: string | undefined;
  readonly rtsp: string | undefined;
  readonly rtspFile: string | undefined;
  readonly onvif: string | undefined;
  readonly onvifFile: string | undefined;
  readonly device: string | undefined;
  readonly file: string | undefined;
  readonly testPicture: boolean;
  readonly low: string | undefined;
  readonly tokenFile: string | undefined;
  readonly scan: boolean;
  readonly wifiCommand: string | undefined;
  /** Of `scan`. */
  readonly picture: string | null;
  readonly name: string;
  readonly serial: string;
  readonly speaker: string | undefined;
  readonly sdCard: string | undefined;
  /** Bytes. */
  readonly sdCardSize: number;
  readonly firmwareKey: string | undefined;
  readonly localPort: number;
  readonly dir: string;
  readonly ffmpeg: string;
  readonly help: boolean;
}

/**
 * @param machine what tells this computer from all others
 * @throws {TypeError} for an option that is not known
 */
export function readOptions(parameters: readonly string[], environment: Readonly<Record<string, string | undefined>>, machine: string): CliOptions {
  const { values, positionals } = parseArgs({
    args: [...parameters],
    allowPositionals: true,
    options: {
      server: { type: 'string' },
      rtsp: { type: 'string' },
      'rtsp-file': { type: 'string' },
      onvif: { type: 'string' },
      'onvif-file': { type: 'string' },
      device: { type: 'string' },
      file: { type: 'string' },
      'test-picture': { type: 'boolean', default: false },
      low: { type: 'string' },
      'token-file': { type: 'string' },
      scan: { type: 'boolean', default: false },
      'wifi-command': { type: 'string' },
      name: { type: 'string', default: hostname() },
      serial: { type: 'string' },
      speaker: { type: 'string' },
      'sd-card': { type: 'string' },
      'sd-card-size': { type: 'string', default: '16G' },
      'firmware-key': { type: 'string' },
      'local-port': { type: 'string', default: String(localCameraPort) },
      dir: { type: 'string', default: environment['WATCHPOST_AGENT_DIR'] ?? 'agent' },
      help: { type: 'boolean', default: false },
    },
  });
  const { server, rtsp, onvif, device, file, low, name, speaker, dir } = values;
  const port = Number(values['local-port']);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new TypeError('--local-port is a number from 0 to 65535.');
  const serial = values.serial ?? serialOf(name, machine);
  if (!/^[\w-]{4,64}$/.test(serial)) throw new TypeError('A serial number has 4 to 64 letters, digits and dashes.');
  return {
    command: positionals[0] ?? null,
    server, rtsp, onvif, device, file, low, name, serial, speaker, dir,
    rtspFile: values['rtsp-file'],
    onvifFile: values['onvif-file'],
    testPicture: values['test-picture'],
    tokenFile: values['token-file'],
    scan: values.scan,
    sdCard: values['sd-card'],
    sdCardSize: readSize(values['sd-card-size']),
    wifiCommand: values['wifi-command'],
    picture: positionals[1] ?? null,
    firmwareKey: values['firmware-key'],
    localPort: port,
    ffmpeg: environment['FFMPEG_PATH'] ?? 'ffmpeg',
    help: values.help,
  };
}

/** Less than this is no card: some minutes of a picture. */
const smallestCard = 64_000_000;
const units: Readonly<Record<string, number>> = { M: 1e6, G: 1e9, T: 1e12 };

/** Bytes of `512M`, `32G`, `1T`: as cards are sold. */
function readSize(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,6})([MGT])$/.exec(text) ?? [];
  const size = Number(digits) * (units[unit] ?? 0);
  if (size < smallestCard) throw new TypeError('--sd-card-size is a size such as 512M or 32G, at least 64M.');
  return size;
}

/** The same at each start, and short enough to be read out; another camera of this computer has another one. */
function serialOf(name: string, machine: string): string {
  const digits = createHash('sha256').update(`${machine}\n${name}`).digest('hex').slice(0, 12).toUpperCase();
  return `WP-${digits}`;
}
