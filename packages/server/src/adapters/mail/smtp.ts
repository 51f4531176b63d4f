import { createTransport } from 'nodemailer';
import type { Mailer } from './port.ts';

/** @param url `smtp://user:password@host:port`, or `smtps://` for TLS from the start */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }, { from });
  return {
    send: async ({ to, subject, text, html }) => void (await transport.sendMail({ to, subject, text, html })),
    close: async () => transport.close(),
  };
}
