import { createTransport } from 'nodemailer';
import { MailRefusedError, type Mailer } from './port.ts';

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Creates a mailer.
 * @param url `smtp://user:password@host:port`, or `smtps://` for TLS from the start
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport(
    // Later e-mail messages reuse the connection.
    { url, pool: true, maxConnections: 1, ...timeouts, disableFileAccess: true, disableUrlAccess: true },
    { from },
  );
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async ({ to, replyTo, subject, text, html, pictures = [] }, id) => {
      try {
        // As one address object, so that a comma in it does not make two.
        await transport.sendMail({
          to: { name: '', address: to },
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          html,
          attachments: pictures.map(({ contentId, base64 }) => ({
            content: base64,
            encoding: 'base64',
            cid: contentId,
            filename: `${contentId}.jpg`,
            contentType: 'image/jpeg',
            contentDisposition: 'inline' as const,
          })),
          messageId: `<${id}@${domain}>`,
          // Prevents automatic replies (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw isRefused(error) ? new MailRefusedError('The mail server refuses this e-mail message for good', { cause: error }) : error;
      }
    },
    close: async () => transport.close(),
  };
}

/** Connects and signs in, without sending anything. @throws {Error} why the mail server can't be used */
export async function checkSmtp(url: string): Promise<void> {
  const transport = createTransport({ url, ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** A 5xx reply about this recipient or this e-mail message is final; one about our password or the server's own state is not. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  return typeof error.responseCode === 'number' && error.responseCode >= 500 && (error.code === 'EENVELOPE' || error.code === 'EMESSAGE');
}
