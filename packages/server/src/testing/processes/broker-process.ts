import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Aedes } from 'aedes';
import { createServer, type AddressInfo } from 'node:net';

/** An MQTT broker outside our control: a separate process, over TCP, open to all users of this machine. */
export interface BrokerProcess {
  /** `mqtt://127.0.0.1:port` */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the broker.
 * @param port the port to reuse after a restart
 */
export async function startBrokerProcess(port = 0): Promise<BrokerProcess> {
  const child = fork(import.meta.filename, [String(port)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [taken] = (await once(child, 'message')) as [number];
  return {
    url: `mqtt://127.0.0.1:${taken}`,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  const broker = await Aedes.createBroker();
  const server = createServer(broker.handle);
  server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit(0));
}
