import { parseArgs } from 'node:util';

/** A command line that can't be understood; the message says what to type. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Arguments {
  readonly command: string | undefined;
  readonly help: boolean;
  /** Options that stand for environment variables. */
  readonly variables: Readonly<Record<string, string>>;
  readonly options: { readonly to?: string; readonly from?: string; readonly force: boolean; readonly file?: string; readonly manifest?: string; readonly key?: string };
}

/** @throws {UsageError} for an unknown option */
export function readArguments(argv: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        port: { type: 'string', short: 'p' },
        host: { type: 'string' },
        'data-dir': { type: 'string', short: 'd' },
        demo: { type: 'boolean' },
        'no-demo': { type: 'boolean' },
        force: { type: 'boolean', default: false },
        to: { type: 'string' },
        from: { type: 'string' },
        manifest: { type: 'string' },
        key: { type: 'string' },
      },
    });
    const [command, argument] = positionals;
    const to = values.to ?? (command === 'backup' ? argument : undefined);
    const from = values.from ?? (command === 'restore' ? argument : undefined);
    const clipOptions = {
      ...(command === 'verify' && argument !== undefined && { file: argument }),
      ...(values.manifest !== undefined && { manifest: values.manifest }),
      ...(values.key !== undefined && { key: values.key }),
    };
    return {
      command,
      help: values.help || command === 'help',
      variables: {
        ...(values.port !== undefined && { PORT: values.port }),
        ...(values.host !== undefined && { HOST: values.host }),
        ...(values['data-dir'] !== undefined && { DATA_DIR: values['data-dir'] }),
        ...(values.demo && { WATCHPOST_DEMO: '1' }),
        ...(values['no-demo'] && { WATCHPOST_DEMO: '0' }),
      },
      options: { ...(to !== undefined && { to }), ...(from !== undefined && { from }), force: values.force, ...clipOptions },
    };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\nSee "watchpost --help".`);
  }
}

const common = `Options
  -d, --data-dir <folder>  data folder (DATA_DIR, default ./data)
  -h, --help               this text`;

const commands: Readonly<Record<string, string>> = {
  start: `watchpost start [options]

Starts the server and prints where to open it and how to sign in.

  -p, --port <number>      PORT, default 8080
      --host <address>     HOST, default 127.0.0.1 (this machine only); 0.0.0.0 for the whole network
      --demo, --no-demo    virtual cameras for the first user (WATCHPOST_DEMO, default on)
${common}

Environment
  DATABASE_URL             postgres://… instead of the embedded database
  SMTP_URL                 smtp://user:password@host:port; without it mail goes to DATA_DIR/outbox and the log
  WATCHPOST_MAIL_FROM      sender of the mail
  FEEDBACK_EMAIL           where people's feedback goes, and the contact in letters; without it feedback is kept in the database
  WEBRTC_ADDRESS, WEBRTC_PORTS  behind NAT: addresses or names by which browsers reach the server, and the UDP ports (50000-50100) forwarded to it
  WATCHPOST_SECRET         at least 32 characters, instead of DATA_DIR/keys/server.key
  WATCHPOST_PUBLIC_ORIGIN  https://cams.example, when a proxy stands before the server
  WATCHPOST_TRUSTED_PROXIES  addresses of such proxies, by commas
  WATCHPOST_ALLOW_PRIVATE_NETWORKS  0: no cameras in private networks (a server for strangers)
  WATCHPOST_ARCHIVE_DAYS   days of footage of a new camera, default 7
  WATCHPOST_OFFLINE_NOTICE_SECONDS  how long a camera is away until that is told, default 60
  FFMPEG_PATH, LOG_LEVEL, LOG_FORMAT (text, json)
`,
  migrate: `watchpost migrate [options]

Brings the database to this version. "start" does it too.

${common}
`,
  doctor: `watchpost doctor [options]

Checks everything a server needs and says what to do about what is missing.

${common}
`,
  backup: `watchpost backup <folder> [options]

Copies the database and the keys, consistently and while the server runs, into a new folder.
Recorded video is not part of it. The copy holds the keys: guard it like the server itself.

${common}
`,
  restore: `watchpost restore <folder> [options]

Puts a backup into the data folder. The server must be stopped.

      --force              replace the data that is there
${common}
`,
  verify: `watchpost verify <clip.mp4> [options]

Tells whether a downloaded clip is untouched. The manifest that was downloaded with it lies beside it, clip.json.

      --manifest <file>    the manifest, when it is somewhere else
      --key <base64>       believe this server's key only (https://<server>/public/api/v3/signing-key)
`,
};

/** @param command of which; all in short when undefined or unknown */
export function usage(command: string | undefined): string {
  const one = command === undefined ? undefined : commands[command];
  if (one !== undefined) return one;
  return `watchpost <command> [options]

  start     run the server
  migrate   bring the database to this version
  doctor    check what the server needs
  backup    copy database and keys into a folder
  restore   put such a copy back
  verify    tell whether a downloaded clip is untouched

watchpost <command> --help tells more.
`;
}
