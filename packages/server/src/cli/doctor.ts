import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import { loadServiceAccount } from '../adapters/push/firebase-account.ts';
import { TelegramError } from '../adapters/telegram/port.ts';
import { locateDatabase, openDatabase } from '../db/database.ts';
import { pendingMigrations } from '../db/migrations.ts';
import { checkLedger, readPlans } from '../features/billing/index.ts';
import type { ServerConfig } from '../kernel/config.ts';
import { keyFiles } from '../kernel/keys.ts';
import { lockHolder } from '../kernel/lock.ts';
import { redact } from '../kernel/log.ts';
import { createProxyWatch, describeUnlistedProxy } from '../kernel/network/unlisted-proxy.ts';
import { prepareDataFolder } from '../kernel/settings/data-folder.ts';
import { movesMoney } from '../kernel/settings/payment-settings.ts';

interface Finding {
  readonly level: 'ok' | 'warning' | 'error';
  readonly text: string;
}
type Check = (config: ServerConfig) => Promise<Finding>;

const ok = (text: string): Finding => ({ level: 'ok', text });
const warning = (text: string): Finding => ({ level: 'warning', text });
const failure = (text: string): Finding => ({ level: 'error', text });
const reason = (error: unknown): string => redact(error instanceof Error ? error.message : String(error));

/** Prints the results of all checks; returns exit code 1 when something keeps the server from working. */
export async function doctor(
  config: ServerConfig,
  write: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<number> {
  let errors = 0;
  for (const [name, check] of Object.entries(checks)) {
    const { level, text } = await check(config).catch((error: unknown) => failure(reason(error)));
    if (level === 'error') errors += 1;
    write(`${{ ok: 'ok     ', warning: 'warning', error: 'ERROR  ' }[level]}  ${name.padEnd(11)} ${text}\n`);
  }
  write(errors === 0 ? '\nThe server can run.\n' : `\n${errors} of these must be put right first.\n`);
  return errors === 0 ? 0 : 1;
}

const checks: Readonly<Record<string, Check>> = {
  Node: async () => {
    const major = Number(process.versions.node.split('.')[0]);
    return major >= 24
      ? ok(process.version)
      : failure(`${process.version} is too old: Watchpost needs Node 24. "npm start" in the repository brings it.`);
  },
  'Data folder': async ({ dataDir }) => {
    await prepareDataFolder(dataDir);
    return ok(dataDir);
  },
  Keys: async ({ dataDir, secret }) => {
    const files = keyFiles.map((file) => join(dataDir, file)).filter((file) => existsSync(file));
    for (const file of files)
      if (((await stat(file)).mode & 0o077) !== 0) return failure(`${file} can be read by others. Run: chmod 600 ${file}`);
    if (secret !== null) return ok('from WATCHPOST_SECRET');
    return ok(files.length === 0 ? 'made at the first start' : join(dataDir, 'keys'));
  },
  Lock: async ({ dataDir }) => {
    const holder = lockHolder(dataDir);
    return holder === null ? ok('free') : warning(`process ${holder} is using the folder: a server is running`);
  },
  Database: async (config) => {
    const location = locateDatabase(config);
    if (location.kind === 'sqlite' && !existsSync(location.file)) return ok('embedded, made at the first start');
    const db = openDatabase(location);
    try {
      await sql`select 1`.execute(db);
      const pending = await pendingMigrations(db);
      const name = location.kind === 'sqlite' ? location.file : 'PostgreSQL';
      return pending.length === 0 ? ok(name) : warning(`${name}: ${pending.length} migrations to run; "watchpost start" runs them`);
    } finally {
      await db.destroy();
    }
  },
  Billing: async (config) => {
    const { plansFile, payments } = config;
    const file = readPlans(config);
    if (file === null) return ok('no plans are sold');
    const location = locateDatabase(config);
    const text = `${file.plans.length} plans ${plansFile === null ? 'of the demo' : `in ${plansFile}`}, paid by ${payments.provider}${movesMoney(payments) ? '' : ', which moves no money'}`;
    if (location.kind === 'sqlite' && !existsSync(location.file)) return ok(text);
    const db = openDatabase(location);
    try {
      if ((await pendingMigrations(db)).length > 0) return ok(text);
      const { entries, problems } = await checkLedger(db);
      const [first] = problems;
      return first === undefined
        ? ok(`${text}; the ledger is sound (${entries} entries)`)
        : failure(`The ledger has ${problems.length} problems, first ${JSON.stringify(first)}. Stop selling, and report this.`);
    } finally {
      await db.destroy();
    }
  },
  FFmpeg: async ({ ffmpegPath }) => {
    try {
      const { stdout } = await promisify(execFile)(ffmpegPath ?? 'ffmpeg', ['-hide_banner', '-version'], { timeout: 5000 });
      return ok(stdout.split('\n', 1)[0] ?? '');
    } catch {
      return warning('not found: previews need it, or the optional package node-av. Install ffmpeg, or set FFMPEG_PATH.');
    }
  },
  'Free space': async ({ dataDir }) => {
    const { bavail, bsize } = await statfs(existsSync(dataDir) ? dataDir : dirname(dataDir));
    const gigabytes = (bavail * bsize) / 1e9;
    const text = `${gigabytes.toFixed(1)} GB; a camera of 2 Mbit/s fills 21 GB a day`;
    return gigabytes < 5 ? warning(text) : ok(text);
  },
  Port: async ({ host, port, dataDir }) => {
    if (lockHolder(dataDir) !== null) return ok(`${host}:${port}, probably held by the running server`);
    const server = createServer();
    const { promise, resolve } = Promise.withResolvers<Finding>();
    server.once('error', (error) => resolve(failure(`${host}:${port} can't be opened (${reason(error)}). Choose another with PORT.`)));
    server.listen(port, host, () => server.close(() => resolve(ok(`${host}:${port} is free`))));
    return promise;
  },
  Proxy: async (config) => {
    const [seen] = await warningsOfRunningServer(config);
    if (seen !== undefined) return warning(seen);
    const { found } = createProxyWatch(config, () => undefined);
    if (found) return warning(describeUnlistedProxy(found));
    const { trustedProxies } = config;
    return ok(
      trustedProxies.length > 0 ? `trusted: ${trustedProxies.join(', ')}` : 'none is trusted; a running server says if one is missing',
    );
  },
  Mail: async ({ smtpUrl, mailFrom }) => {
    if (smtpUrl === null) return ok('written to DATA_DIR/outbox and the log; set SMTP_URL to send it');
    const { checkSmtp } = await import('../adapters/mail/smtp.ts');
    const { host } = new URL(smtpUrl);
    try {
      await checkSmtp(smtpUrl);
    } catch (error) {
      // The server can run anyway: e-mail messages wait in the database until mail works.
      return warning(`${host} takes no mail from us (${reason(error)}). Check SMTP_URL.`);
    }
    return /@localhost\b/.test(mailFrom)
      ? warning(`by ${host}, but from ${mailFrom}: most servers refuse that. Set WATCHPOST_MAIL_FROM.`)
      : ok(`by ${host}`);
  },
  'Sign-up': async ({ signUp, operators }) => {
    const isReached = operators !== null;
    if (signUp.mode === 'open')
      return isReached
        ? warning(
            'open to everybody who reaches the server. Remove WATCHPOST_SIGN_UP, and invite people: watchpost invite anna@example.com',
          )
        : ok('open: only this machine reaches the server');
    const allowed = signUp.allowed.length === 0 ? '' : `, besides ${signUp.allowed.join(', ')}`;
    return ok(signUp.mode === 'closed' ? 'closed' : `by invitation${allowed}`);
  },
  Operators: async ({ operators }) => {
    if (operators === null) return ok('everybody: only this machine reaches the server');
    return operators.length > 0
      ? ok(operators.join(', '))
      : warning('nobody: no camera in a private network is reached. Set WATCHPOST_OPERATORS to your e-mail address');
  },
  Feedback: async ({ feedbackEmail }) =>
    ok(feedbackEmail === null ? 'kept in the database; set FEEDBACK_EMAIL to get it by mail' : `mailed to ${feedbackEmail}`),
  Push: async ({ firebase, publicOrigin }) => {
    if (firebase) {
      const { projectId } = loadServiceAccount(firebase.serviceAccountFile, firebase.config.projectId);
      return ok(`through the Firebase project ${projectId}`);
    }
    if (publicOrigin?.startsWith('https:') === true) return ok('with keys of its own');
    return warning('works on this machine only: browsers want https for it. Put a TLS proxy in front and set WATCHPOST_PUBLIC_ORIGIN');
  },
  Telegram: async ({ telegram }) => {
    if (!telegram) return ok('no bot; set TELEGRAM_BOT_TOKEN for one');
    const { createGrammyApi } = await import('../adapters/telegram/grammy.ts');
    try {
      const { name } = await createGrammyApi(telegram).identify(AbortSignal.timeout(telegramTimeoutMs));
      return ok(`@${name}, ${telegram.usesWebhook ? 'which calls the server' : 'asked by the server'}`);
    } catch (error) {
      const isRefused = error instanceof TelegramError && error.failure.kind === 'unauthorized';
      return warning(
        isRefused
          ? 'TELEGRAM_BOT_TOKEN is not accepted. Take the token from @BotFather again.'
          : `${new URL(telegram.apiOrigin).host} can't be reached (${reason(error)}); alerts wait until it can`,
      );
    }
  },
  App: async ({ appDir }) => (appDir === null ? warning('not built: only the API answers') : ok(appDir)),
};

const health = z.object({ warnings: z.array(z.string()).default([]) });
const healthTimeoutMs = 2000;
const telegramTimeoutMs = 5000;

/** What the server that uses the data folder has noticed since its start; empty when none runs. */
async function warningsOfRunningServer({ host, port, dataDir, metricsToken }: ServerConfig): Promise<readonly string[]> {
  if (lockHolder(dataDir) === null) return [];
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  try {
    const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}/healthz`;
    const answer = await fetch(address, {
      signal: AbortSignal.timeout(healthTimeoutMs),
      ...(metricsToken !== null && { headers: { authorization: `Bearer ${metricsToken}` } }),
    });
    return health.parse(await answer.json()).warnings;
  } catch {
    // It may be starting, or on another port.
    return [];
  }
}
