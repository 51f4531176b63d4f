import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { localCameraPort } from '@watchpost/contract/protocols/local-camera';

export const help: string = `camera-agent: pushes a camera's video to a Watchpost server over one outbound connection

  camera-agent run --server URL --rtsp-file FILE                        a camera on the network
  camera-agent run --server URL --onvif-file FILE                       an ONVIF camera: finds its streams, and controls PTZ and settings
  camera-agent run --server URL --device /dev/video0                    a local camera device (V4L2)
  camera-agent run --server URL --file CLIP.mp4 [--low CLIP-LOW.mp4]    a virtual camera: the file in a loop
  camera-agent run --server URL --test-picture                          a test picture with a clock
  camera-agent discover                                                 lists the ONVIF cameras in this computer's networks
  camera-agent scan FILE.png                                            registers the camera with the QR code in a picture, and exits
  camera-agent install …                                                the same as "run", as a systemd service of the current user
  camera-agent demo                                                     the demo's cameras, controlled by the server over standard input

  --server URL        origin of the server, for example http://localhost:8080
  --rtsp-file FILE    a file with the camera's address, rtsp://user:password@192.168.1.20:554/stream;
                      a second line is the address of its substream
  --rtsp URL          the address itself, when no password is in it: every user of this computer can read it
  --onvif-file FILE   a file with the address of an ONVIF camera (192.168.1.20, or what "discover" shows), its user name and
                      its password, a line for each
  --onvif ADDRESS     the address itself, for a camera without authentication
  --low FILE|URL      substream of the same camera, sent while the uplink is too slow
  --scan              reads the QR code that the app shows with the camera's own picture (needs FFmpeg);
                      --server may be optional then: the code contains it
  --wifi-command CMD  a program that joins the Wi-Fi of the code: it gets {"name": …, "password": …} on standard input
  --token-file FILE   a file with the registration token (first start only; "-" reads standard input)
  --name NAME         name of the camera, and of its saved credentials       [default: this computer's name]
  --speaker COMMAND   lets users speak through the camera: a program that plays audio from standard input;
                      "default" is ffplay
  --sd-card FOLDER    records into this folder like a camera onto its SD card: configured, played and formatted in the app;
                      a missing folder counts as no card
  --sd-card-size SIZE maximum size of the recordings; the oldest are overwritten    [default: 16G]
  --detect FOLDER     recognises people, vehicles and animals here instead of in the server: the folder of the server's model;
                      needs @watchpost/server, node-av and onnxruntime-node beside this program
  --firmware-key FILE lets the app update this program: the public key (PEM, Ed25519) that verifies its packages
  --local-port PORT   port on which the app finds the camera in the local network; 0: none    [default: ${localCameraPort}]
  --dir FOLDER        folder of its credentials and of its key, from which the serial number is derived
                      [default: $WATCHPOST_AGENT_DIR or ./agent]
  --help              this text

Without a token file it waits until the app registers it: it shows its serial number, as text and as a barcode, and reads
the code of the app with --scan.
FFMPEG_PATH is the path of FFmpeg if it is not on the PATH; looped files do not need it.`;

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
  readonly speaker: string | undefined;
  readonly sdCard: string | undefined;
  /** Bytes. */
  readonly sdCardSize: number;
  readonly firmwareKey: string | undefined;
  /** Folder of the model. */
  readonly detect: string | undefined;
  readonly localPort: number;
  readonly dir: string;
  readonly ffmpeg: string;
  readonly help: boolean;
}

/** @throws {TypeError} for an unknown option */
export function readOptions(parameters: readonly string[], environment: Readonly<Record<string, string | undefined>>): CliOptions {
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
      // Accepted and ignored: services installed before cameras had keys still pass it, but the serial number now derives from the key.
      serial: { type: 'string' },
      speaker: { type: 'string' },
      'sd-card': { type: 'string' },
      'sd-card-size': { type: 'string', default: '16G' },
      'firmware-key': { type: 'string' },
      detect: { type: 'string' },
      'local-port': { type: 'string', default: String(localCameraPort) },
      dir: { type: 'string', default: environment['WATCHPOST_AGENT_DIR'] ?? 'agent' },
      help: { type: 'boolean', default: false },
    },
  });
  const { server, rtsp, onvif, device, file, low, name, speaker, dir } = values;
  const port = Number(values['local-port']);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new TypeError('--local-port is a number from 0 to 65535.');
  return {
    command: positionals[0] ?? null,
    server,
    rtsp,
    onvif,
    device,
    file,
    low,
    name,
    speaker,
    dir,
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
    detect: values.detect,
    localPort: port,
    ffmpeg: environment['FFMPEG_PATH'] ?? 'ffmpeg',
    help: values.help,
  };
}

/** A smaller card would hold only a few minutes. */
const minCardBytes = 64_000_000;
const units: Readonly<Record<string, number>> = { M: 1e6, G: 1e9, T: 1e12 };

/** Parses `512M`, `32G` or `1T` into bytes, in decimal units as cards are sold. */
function readSize(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,6})([MGT])$/.exec(text) ?? [];
  const size = Number(digits) * (units[unit] ?? 0);
  if (size < minCardBytes) throw new TypeError('--sd-card-size is a size such as 512M or 32G, at least 64M.');
  return size;
}
