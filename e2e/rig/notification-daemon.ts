import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A notification that the desktop shows. */
interface DesktopNotification {
  readonly id: number;
  readonly title: string;
  /** As Chromium sends it: the site, then the text. */
  readonly body: string;
}

/** A desktop's notification service on a message bus of its own. */
export interface NotificationDaemon {
  /** What a program needs in its environment to show its notifications here. */
  readonly environment: { readonly DBUS_SESSION_BUS_ADDRESS: string };
  readonly shown: readonly DesktopNotification[];
  /** Ids that the program has taken away. */
  readonly closed: readonly number[];
  /** A person's click. */
  click(id: number): void;
  stop(): Promise<void>;
}

const script = join(import.meta.dirname, 'notification-daemon.py');
// Another Python on the PATH would not have Debian's gi.
const python = '/usr/bin/python3';

/** Whether this machine has what it takes: dbus-daemon, and Python with gi. */
export function hasNotificationDaemon(): boolean {
  return spawnSync('dbus-daemon', ['--version']).status === 0 && spawnSync(python, ['-c', 'from gi.repository import Gio']).status === 0;
}

export async function startNotificationDaemon(): Promise<NotificationDaemon> {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [address] = (await once(createInterface({ input: bus.stdout }), 'line')) as [string];
  const environment = { DBUS_SESSION_BUS_ADDRESS: address };
  const daemon = spawn(python, [script], { env: { ...process.env, ...environment }, stdio: ['pipe', 'pipe', 'inherit'] });
  const shown: DesktopNotification[] = [];
  const closed: number[] = [];
  const lines = createInterface({ input: daemon.stdout });
  lines.on('line', (line) => {
    const { event, id, title, body }: { event: string } & DesktopNotification = JSON.parse(line);
    if (event === 'shown') shown.push({ id, title, body });
    if (event === 'closed') closed.push(id);
  });
  await once(lines, 'line');
  return {
    environment,
    shown,
    closed,
    click: (id) => void daemon.stdin.write(`click ${id}\n`),
    stop: async () => {
      await end(daemon);
      await end(bus);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
