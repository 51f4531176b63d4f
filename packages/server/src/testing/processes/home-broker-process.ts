import { fork } from 'node:child_process';
import { once } from 'node:events';
import { systemClock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { createHomeBroker } from '../../adapters/home-broker/home-broker.ts';

/** A server's connection to the broker of a home, in a process that can be killed. */
export interface HomeBrokerProcess {
  /** Kills it without any goodbye, once. */
  kill(): Promise<void>;
}

/** Starts the process, and waits for its connection. @param statusTopic `online` while it runs */
export async function startHomeBrokerProcess(url: string, statusTopic: string): Promise<HomeBrokerProcess> {
  const child = fork(import.meta.filename, [url, statusTopic], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  await once(child, 'message');
  return {
    kill: async () => {
      if (child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  const [url = '', statusTopic = ''] = process.argv.slice(2);
  createHomeBroker({
    url,
    statusTopic,
    subscriptions: [],
    clock: systemClock,
    log: pino({ level: 'silent' }),
    onConnected: () => process.send?.('connected'),
    onMessage: () => undefined,
  });
  process.once('disconnect', () => process.exit(0));
}
