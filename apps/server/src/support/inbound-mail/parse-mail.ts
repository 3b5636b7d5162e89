import { hash } from 'node:crypto';
import { asciiAddress } from '@portal/kernel/messaging/mail';
import type { Address, Email } from 'postal-mime';

/** A mail that nobody can read: too many parts in each other, or no mail at all. */
export class MailUnreadable extends Error {
  readonly reason: 'too-deep' | 'malformed';
  constructor(reason: MailUnreadable['reason'], cause: unknown) {
    super(`a mail cannot be read: ${reason}`, { cause });
    this.reason = reason;
  }
}

export type MailFile = { readonly name: string; readonly bytes: Buffer };

export type ParsedMail = {
  /** The topmost header of a name in lower case; null when it has none. */
  readonly header: (name: string) => string | null;
  /** All of them in their order, topmost first. */
  readonly headers: (name: string) => string[];
  /** With its angle brackets; null without one that can be used. */
  readonly messageId: string | null;
  /** Who says to have written it; null unless it is exactly one. */
  readonly from: { readonly address: string; readonly name: string | null } | null;
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly files: readonly MailFile[];
  /** A report of a mail server, about a mail that it did not deliver. */
  readonly isReport: boolean;
  /** Two copies of one mail have the same; two mails have not. */
  readonly fingerprint: string;
};

const DEEPEST_PARTS = 20;
const MOST_HEADER_BYTES = 1024 * 1024;
/** Each part costs memory of its own, however small it is. */
const MOST_PARTS = 2000;
const LONGEST_MESSAGE_ID = 500;
const LONGEST_SUBJECT = 200;
const LONGEST_NAME = 150;
const LONGEST_HTML = 2 * 1024 * 1024;

/** As text can be stored: without NUL and halves of characters, with lines of one kind. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().replace(/\r\n?/g, '\n');
}

const oneLine = (text: string, longest: number): string =>
  storable(text)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed();

function flatten(addresses: readonly Address[] = []): { address: string; name: string }[] {
  return addresses.flatMap((address) => (address.group ? address.group : [address]));
}

/** Lines that could begin a part, counted until there are too many. */
function hasTooManyParts(raw: Buffer): boolean {
  let found = 0;
  for (let at = raw.indexOf('\n--'); at !== -1; at = raw.indexOf('\n--', at + 3)) {
    if (++found > MOST_PARTS * 2) return true;
  }
  return false;
}

/** HTML as text, of which nothing is ever rendered; quotes get a `>` as in plain mails. */
async function textOfHtml(html: string): Promise<string> {
  const { convert } = await import('html-to-text');
  return convert(html.slice(0, LONGEST_HTML), {
    wordwrap: false,
    limits: { maxDepth: 100, maxChildNodes: 5000, maxInputLength: LONGEST_HTML },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
}

async function parseMime(raw: Buffer): Promise<{ email: Email; senders: { address: string; name: string }[] }> {
  const { default: PostalMime, addressParser } = await import('postal-mime');
  try {
    const email = await PostalMime.parse(raw, {
      maxNestingDepth: DEEPEST_PARTS,
      maxHeadersSize: MOST_HEADER_BYTES,
      maxRfc822NestingDepth: 2,
    });
    const from = email.headers.filter(({ key }) => key === 'from');
    return { email, senders: flatten(from.flatMap(({ value }) => addressParser(value, { flatten: true }))) };
  } catch (error) {
    const isDeep = error instanceof Error && error.message.includes('nesting depth');
    throw new MailUnreadable(isDeep ? 'too-deep' : 'malformed', error);
  }
}

function messageIdIn({ messageId }: Email): string | null {
  const id = messageId?.trim() ?? '';
  return /^<[^<>\s]{1,498}>$/.test(id) && id.length <= LONGEST_MESSAGE_ID ? id : null;
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));

function sender(senders: readonly { address: string; name: string }[], email: Email): ParsedMail['from'] {
  const [only] = senders;
  if (senders.length !== 1 || only === undefined) return null;
  const address = asciiAddress(only.address.trim().toLowerCase());
  if (!/^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/.test(address)) return null;
  const name = oneLine(email.from?.name ?? only.name, LONGEST_NAME);
  return { address, name: name === '' ? null : name };
}

/** The bytes of a mail as their content; a copy without a Message-ID is one only when all its bytes are the same. */
function fingerprintOf(raw: Buffer, email: Email, messageId: string | null, text: string): string {
  if (messageId === null) return hash('sha256', raw, 'base64url');
  const files = email.attachments.map(({ content }) => hash('sha256', bytesOf(content), 'hex'));
  const parts = [messageId, email.from?.address ?? '', email.subject ?? '', text, ...files];
  return hash('sha256', JSON.stringify(parts), 'base64url');
}

/**
 * A mail as it came from the server, read within limits: 20 parts in each other, 2,000 parts, a megabyte of
 * headers. Its date is not read at all. Throws MailUnreadable.
 */
export async function parseMail(raw: Buffer): Promise<ParsedMail> {
  if (hasTooManyParts(raw)) throw new MailUnreadable('too-deep', new Error(`more than ${MOST_PARTS} parts`));
  const { email, senders } = await parseMime(raw);
  const headers = (name: string) => email.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const text = storable(email.text ?? (email.html === undefined ? '' : await textOfHtml(email.html))).trim();
  const messageId = messageIdIn(email);
  const named = ['delivered-to', 'x-original-to', 'envelope-to'].flatMap(headers);
  const contentType = headers('content-type')[0] ?? '';
  return {
    header: (name) => headers(name)[0] ?? null,
    headers,
    messageId,
    from: sender(senders, email),
    recipients: [
      ...flatten([...(email.to ?? []), ...(email.cc ?? [])]).map(({ address }) => address),
      ...named.map((value) => value.replace(/[<>\s]/g, '')),
    ],
    subject: oneLine(email.subject ?? '', LONGEST_SUBJECT),
    text,
    files: email.attachments.map(({ filename, content }) => ({
      name: oneLine(filename ?? '', LONGEST_NAME),
      bytes: bytesOf(content),
    })),
    isReport: /^\s*multipart\/report\b/i.test(contentType),
    fingerprint: fingerprintOf(raw, email, messageId, text),
  };
}
