import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A secret as Standard Webhooks writes it: `whsec_` and 32 bytes in base64. */
export function newWebhookSecret(randomBytes: (size: number) => Buffer): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/**
 * The headers of a delivery by the rules of Standard Webhooks, with one signature for each secret.
 * `at` is the time of the attempt, so that a receiver can refuse what was recorded and sent again.
 */
export function signWebhook(
  message: { readonly id: string; readonly body: string; readonly at: Date },
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    const signed = `${message.id}.${timestamp}.${message.body}`;
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
