import { createTransport } from 'nodemailer';

/** Sends plain-text mail through an SMTP server; rejects when the server refuses it or says nothing for `silenceMs`. */
export function createMailSender(smtpUrl: string, from: string, silenceMs = 10_000) {
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return async (message: { recipient: string; subject: string; text: string }): Promise<void> => {
    await transport.sendMail({ to: message.recipient, subject: message.subject, text: message.text });
  };
}
