/** The events about a ticket that are mailed, by the beginning of their keys. */
const KEY = /^(?:ticket|ticket-reply|ticket-resolved|ticket-sender|ticket-merged)\.[\w-]{1,50}(?:\.\d{1,15})?$/;

/**
 * The Message-ID of a mail about a ticket, made from the key under which it is sent once. So each mail has
 * one before it is written, and a bounce names the mail that it is about.
 */
export function messageIdOf(messageKey: string, domain: string): string {
  return `<${messageKey.replaceAll(':', '.')}@${domain}>`;
}

/** The key of a mail of ours; null for a Message-ID that we have not made. */
export function messageKeyOf(messageId: string, domain: string): string | null {
  const id = messageId.toLowerCase();
  const end = `@${domain.toLowerCase()}>`;
  if (!id.startsWith('<') || !id.endsWith(end)) return null;
  const key = id.slice(1, -end.length);
  return KEY.test(key) ? key.replaceAll('.', ':') : null;
}
