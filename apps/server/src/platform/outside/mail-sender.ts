import type { MailThread } from '@portal/kernel/messaging/mail';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { MailRefusedForGood } from './mail-refused.ts';

const SILENCE_MS = 10_000;

/**
 * A refusal of the sender, the sign-in or the greeting is caused by our settings, not by the mail:
 * it can be sent with corrected settings.
 */
const ABOUT_THE_MAIL: readonly unknown[] = ['RCPT TO', 'DATA'];

function isRefusedForGood(error: unknown): error is Error {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error)) return false;
  return ABOUT_THE_MAIL.includes(error.command) && Number(error.responseCode) >= 500;
}

export type MailAttachment = { readonly filename: string; readonly content: Buffer };

/** Sends a mail; throws when it was not accepted, MailRefusedForGood when it never will be. */
export type SendEmail = (message: {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  /** Where the reader ends such mails with one click, which mail programs offer (RFC 8058). */
  readonly unsubscribeAt?: string | null;
  readonly attachments?: readonly MailAttachment[];
  /** Its place in a conversation; null for a mail that stands alone. */
  readonly thread?: MailThread | null;
}) => Promise<void>;

/** The headers by which mail programs show a conversation as one. */
function threadHeaders({ messageId, references, replyTo }: MailThread): SendMailOptions {
  const [inReplyTo] = references.slice(-1);
  return { messageId, replyTo, ...(inReplyTo !== undefined && { inReplyTo, references: [...references] }) };
}

/** An SMTP connection that gives up after `silenceMs` without an answer. */
function openTransport(smtpUrl: string, silenceMs: number, defaults: SendMailOptions = {}) {
  return createTransport(
    {
      url: smtpUrl,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    defaults,
  );
}

/** Connects and signs in, and sends nothing. Rejects with the server's or the network's words. */
export async function verifyMailServer(smtpUrl: string, silenceMs = SILENCE_MS): Promise<void> {
  const transport = openTransport(smtpUrl, silenceMs);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/**
 * Sends mail through an SMTP server, as plain text and, where given, as HTML. Rejects when the
 * server does not accept it or does not answer for `silenceMs`; with MailRefusedForGood when a
 * retry is useless.
 */
export function createMailSender(smtpUrl: string, from: string, silenceMs = SILENCE_MS): SendEmail {
  // Asks auto-responders not to answer (RFC 3834).
  const headers = { 'Auto-Submitted': 'auto-generated' };
  const transport = openTransport(smtpUrl, silenceMs, { from, headers });
  return async ({ recipient, subject, text, html, attachments = [], unsubscribeAt = null, thread = null }) => {
    const list =
      unsubscribeAt === null
        ? {}
        : {
            headers: {
              'List-Unsubscribe': `<${unsubscribeAt}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            },
          };
    try {
      await transport.sendMail({
        to: recipient,
        subject,
        text,
        ...(html === null ? {} : { html }),
        ...(attachments.length === 0 ? {} : { attachments: [...attachments] }),
        ...list,
        ...(thread === null ? {} : threadHeaders(thread)),
      });
    } catch (error) {
      if (isRefusedForGood(error)) throw new MailRefusedForGood(error.message, { cause: error });
      throw error;
    }
  };
}
