import type { ListedMail } from '../../platform/outside/imap-mailbox.ts';
import { messageKeyOf } from '../tickets/threading/message-id.ts';
import { type IgnoredBecause, whyIgnored } from './automatic-mail.policy.ts';
import { findRoute, type Route } from './find-route.ts';
import {
  endRetry,
  findMailAt,
  type InboundMailRow,
  insertInboundMail,
  type NewInboundMail,
  type Place,
  takeRetriedMail,
} from './inbound-mail.repository.ts';
import type { InboundMailDependencies } from './inbound-mail-dependencies.ts';
import { believedMoment, bounceIn, entryOf } from './mail-entry.policy.ts';
import { MailUnreadable, type ParsedMail, parseMail } from './parse-mail.ts';
import { storeFiles } from './store-files.ts';
import { writeEntry } from './write-entry.ts';

/** A larger mail is not read: its ticket says how large it was. */
export const LARGEST_MAIL_BYTES = 25 * 1024 * 1024;

/** Of a mail that is too large, its headers. */
export const HEADER_BYTES = 64 * 1024;

export type IncomingMail = ListedMail & {
  readonly place: Place;
  /** The whole mail, or the beginning of one that is too large. */
  readonly raw: Buffer;
  /** The row of a mail that could not be read before; null for one that is new. */
  readonly retryOf: number | null;
};

export type Outcome = InboundMailRow['state'];

function rowOf(
  deps: InboundMailDependencies,
  mail: IncomingMail,
  parsed: ParsedMail | null,
  outcome: Pick<NewInboundMail, 'state' | 'reason'>,
): NewInboundMail {
  const now = deps.clock();
  return {
    ...mail.place,
    ...outcome,
    fingerprint: outcome.state === 'taken' && parsed ? parsed.fingerprint : null,
    messageId: parsed?.messageId ?? null,
    sender: parsed?.from?.address ?? '',
    subject: parsed?.subject ?? '',
    sizeBytes: mail.sizeBytes,
    receivedAt: believedMoment(mail.receivedAt, now),
    createdAt: now,
  };
}

/** Stores what became of a mail that is no entry; a repeat changes nothing. */
async function settle(
  deps: InboundMailDependencies,
  mail: IncomingMail,
  parsed: ParsedMail | null,
  outcome: { readonly state: 'ignored' | 'unreadable'; readonly reason: NonNullable<NewInboundMail['reason']> },
): Promise<Outcome> {
  const row = rowOf(deps, mail, parsed, outcome);
  const bounce =
    outcome.reason === 'bounce' ? bounceIn(mail.raw, (id) => messageKeyOf(id, deps.mailThreads.domain)) : null;
  await deps.database.transaction(async (tx) => {
    if (mail.retryOf !== null) return endRetry(tx, mail.retryOf, outcome);
    const id = await insertInboundMail(tx, row);
    if (id !== null && bounce !== null) await deps.recordBounce(tx, { ...bounce, at: row.createdAt });
  });
  deps.count(outcome.state);
  return outcome.state;
}

function ignoredBecause(
  { mailThreads, ownAddresses }: InboundMailDependencies,
  parsed: ParsedMail,
): IgnoredBecause | null {
  return whyIgnored(parsed, {
    address: (address) => ownAddresses.has(address),
    messageId: (id) => messageKeyOf(id, mailThreads.domain) !== null,
  });
}

const uploaderOf = ({ authorId }: Route) =>
  authorId === null ? ({ id: null, kind: 'unknown' } as const) : ({ id: authorId, kind: 'customer' } as const);

/** False when another copy of it was taken before. */
async function takeEntry(deps: InboundMailDependencies, mail: IncomingMail, parsed: ParsedMail): Promise<boolean> {
  const isTooLarge = mail.sizeBytes > LARGEST_MAIL_BYTES;
  const { body, remainder } = entryOf(parsed, isTooLarge ? mail.sizeBytes : null);
  const route = await findRoute(deps, deps.database, parsed);
  const files = await storeFiles(deps, uploaderOf(route), isTooLarge ? [] : parsed.files);
  const entry = { body, remainder: { ...remainder, omitted: [...remainder.omitted, ...files.omitted] } };
  const row = rowOf(deps, mail, parsed, { state: 'taken', reason: null });
  const isNew = await deps.database.transaction(async (tx) => {
    const id = await (mail.retryOf === null ? insertInboundMail(tx, row) : takeRetriedMail(tx, mail.retryOf, row));
    if (id === null) return false;
    await writeEntry(deps, tx, {
      mailId: id,
      route,
      entry,
      subject: parsed.subject,
      fileIds: files.ids,
      from: row.sender,
      receivedAt: row.receivedAt,
    });
    return true;
  });
  if (!isNew) return false;
  deps.publishChange(route.customer?.id ?? null, 'tickets');
  deps.publishChange('staff', 'tickets');
  deps.count('taken');
  return true;
}

/**
 * Makes a mail one entry of the desk, or stores why it is none: all or nothing, and once. A repeat, as after a
 * crash before the mail was moved, says what became of it before. Rejects when the database or the disk
 * cannot take it now: then it must be tried again.
 */
export async function takeMail(deps: InboundMailDependencies, mail: IncomingMail): Promise<Outcome> {
  const known = mail.retryOf === null ? await findMailAt(deps.database, mail.place) : null;
  if (known !== null) return known.state;
  let parsed: ParsedMail;
  try {
    parsed = await parseMail(mail.raw);
  } catch (error) {
    if (!(error instanceof MailUnreadable)) throw error;
    return settle(deps, mail, null, { state: 'unreadable', reason: error.reason });
  }
  const ignored = ignoredBecause(deps, parsed);
  if (ignored !== null) return settle(deps, mail, parsed, { state: 'ignored', reason: ignored });
  if (await takeEntry(deps, mail, parsed)) return 'taken';
  const raced = mail.retryOf === null ? await findMailAt(deps.database, mail.place) : null;
  return raced?.state ?? settle(deps, mail, parsed, { state: 'ignored', reason: 'copy' });
}
