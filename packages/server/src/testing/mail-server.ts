import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A letter as it came over the wire. */
export interface ReceivedLetter {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string;
  readonly letter: Email;
}

export interface MailServer {
  /** @param password of the sender; the right one by default */
  url(password?: string): string;
  readonly received: readonly ReceivedLetter[];
  /** Since the start. */
  connections(): number;
  /** Of them, those that are open. */
  open(): number;
  close(): Promise<void>;
}

/**
 * A real mail server on the loopback that wants a password and refuses one reader for good and one for now.
 * @param options idleTimeout: hangs up on who says nothing for so long, ms · port: a free one by default
 */
export async function startMailServer(options: { readonly idleTimeout?: number; readonly port?: number } = {}): Promise<MailServer> {
  const received: ReceivedLetter[] = [];
  let connections = 0;
  let open = 0;
  const server = new SMTPServer({
    // The loopback needs no TLS; a password without it has to be asked for.
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onConnect: (_session, done) => {
      connections += 1;
      open += 1;
      done();
    },
    onClose: () => {
      open -= 1;
    },
    ...(options.idleTimeout !== undefined && { socketTimeout: options.idleTimeout }),
    onAuth: ({ username, password }, _session, done) => (password === 'right' ? done(null, { user: username ?? '' }) : done(new Error('Wrong password'))),
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('nobody')) done(Object.assign(new Error('No such user'), { responseCode: 550 }));
      else if (address.startsWith('later')) done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
      else done();
    },
    onData: (stream, session, done) => {
      const take = async (): Promise<void> => {
        const letter = await PostalMime.parse(await buffer(stream));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({ from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address), user: String(session.user), letter });
        done();
      };
      void take();
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const address = server.server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: (password = 'right') => `smtp://robot:${password}@127.0.0.1:${port}`,
    received,
    connections: () => connections,
    open: () => open,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
