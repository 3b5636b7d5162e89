import { createTransport } from 'nodemailer';
import { MailRefusedForGood } from './mail-refused.ts';

/** A no to the sender, to signing in or to a greeting is about our settings, not about the mail: mended settings will send it. */
const ABOUT_THE_MAIL: readonly unknown[] = ['RCPT TO', 'DATA'];

function isRefusedForGood(error: unknown): error is Error {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error)) return false;
  return ABOUT_THE_MAIL.includes(error.command) && Number(error.responseCode) >= 500;
}

/** Hands a mail to the outside; throws when it was not taken, MailRefusedForGood when it never will be. */
export type SendEmail = (message: {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
}) => Promise<void>;

/**
 * Sends mail through an SMTP server, as plain text and, where there is one, as a page beside it. Rejects when the server does not take it or says
 * nothing for `silenceMs`; with MailRefusedForGood when trying again is of no use.
 */
export function createMailSender(smtpUrl: string, from: string, silenceMs = 10_000): SendEmail {
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    // Tells programs that answer mail by themselves not to (RFC 3834).
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  );
  return async ({ recipient, subject, text, html }) => {
    try {
      await transport.sendMail({ to: recipient, subject, text, ...(html === null ? {} : { html }) });
    } catch (error) {
      if (isRefusedForGood(error)) throw new MailRefusedForGood(error.message, { cause: error });
      throw error;
    }
  };
}
