import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createSmtpMailer } from './smtp.ts';

/** Speaks just enough SMTP to take one letter. */
function startMailServer(accept: boolean): { server: Server; received: () => string } {
  let received = '';
  const server = createServer((socket: Socket) => {
    let isData = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      if (isData) {
        if (!received.endsWith('\r\n.\r\n')) return;
        isData = false;
        socket.write('250 taken\r\n');
        return;
      }
      const [verb = ''] = chunk.toString().split(/[ \r]/, 1);
      if (verb === 'QUIT') socket.end('221 bye\r\n');
      else if (verb === 'RCPT' && !accept) socket.write('550 no such user\r\n');
      else if (verb === 'DATA') {
        isData = true;
        socket.write('354 go on\r\n');
      } else socket.write('250 ok\r\n');
    });
    socket.on('error', () => undefined);
  });
  return { server, received: () => received };
}

async function deliver(accept: boolean): Promise<string> {
  const { server, received } = startMailServer(accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, from: 'Watchpost <no-reply@cams.example>' });
  try {
    await mailer.send({ to: 'anna@example.com', subject: '123456 is your code', text: 'Your code: 123456', html: '<p>Your code: 123456</p>' });
  } finally {
    await mailer.close();
    server.close();
  }
  return received();
}

test('a letter goes to the mail server with its sender, its reader and both forms of its text', async () => {
  const letter = await deliver(true);
  for (const part of ['MAIL FROM:<no-reply@cams.example>', 'RCPT TO:<anna@example.com>', 'Subject: 123456 is your code', 'text/plain', 'text/html']) expect(letter).toContain(part);
});

test('a refused reader is an error for the queue', async () => {
  await expect(deliver(false)).rejects.toThrow(/550/);
});
