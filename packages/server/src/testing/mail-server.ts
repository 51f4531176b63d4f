import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** An e-mail message as received over SMTP. */
interface ReceivedEmailMessage {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string;
  readonly emailMessage: Email;
}

export interface MailServer {
  /**
   * Returns the server's URL.
   * @param password of the sender; the right one by default
   */
  url(password?: string): string;
  readonly received: readonly ReceivedEmailMessage[];
  /** Returns the number of connections since the start. */
  connections(): number;
  /** Returns the number of open connections. */
  open(): number;
  close(): Promise<void>;
}

/**
 * Starts a real mail server on the loopback that requires a password, and refuses one recipient permanently and one temporarily.
 * @param options idleTimeoutMs: closes silent connections after this, ms · port: a free one by default
 */
export async function startMailServer(options: { readonly idleTimeoutMs?: number; readonly port?: number } = {}): Promise<MailServer> {
  const received: ReceivedEmailMessage[] = [];
  let connections = 0;
  let open = 0;
  const server = new SMTPServer({
    // The loopback needs no TLS; a password without it must be enabled explicitly.
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
    ...(options.idleTimeoutMs !== undefined && { socketTimeout: options.idleTimeoutMs }),
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username ?? '' }) : done(new Error('Wrong password')),
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('nobody')) done(Object.assign(new Error('No such user'), { responseCode: 550 }));
      else if (address.startsWith('later')) done(Object.assign(new Error('Try again later'), { responseCode: 451 }));
      else done();
    },
    onData: (stream, session, done) => {
      const take = async (): Promise<void> => {
        const emailMessage = await PostalMime.parse(await buffer(stream));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: String(session.user),
          emailMessage,
        });
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
