import { emailKey, findAccountContact, findMailboxOwner, listPeople } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { findMergedInto } from '../tickets/merges/ticket-merge.repository.ts';
import type { TicketSender } from '../tickets/open-ticket.ts';
import { findTicket, findTicketByNumber, type TicketRow } from '../tickets/ticket.repository.ts';
import { dmarcResult } from './authentication-results.policy.ts';
import type { InboundMailDependencies } from './inbound-mail-dependencies.ts';
import type { ParsedMail } from './parse-mail.ts';

/** Whose a mail is, and which ticket it answers. */
export type Route = {
  /** The ticket whose reply address it was sent to. */
  readonly answers: TicketRow | null;
  /** Null for somebody of whom nobody can be sure. */
  readonly customer: { readonly id: number; readonly email: string } | null;
  /** The person who wrote it, where that is known. */
  readonly authorId: number | null;
  readonly sender: TicketSender | null;
  /** Whether to answer at all: a forged sender would get mail that they never asked for. */
  readonly isForged: boolean;
};

type Deps = Pick<InboundMailDependencies, 'mailThreads' | 'authservId'>;

/** The ticket in which a conversation goes on: itself, or the one that it was merged into. */
async function goingOn(queryable: Queryable, ticket: TicketRow): Promise<TicketRow> {
  const into = ticket.status === 'closed' ? await findMergedInto(queryable, ticket.id) : null;
  return (into && (await findTicket(queryable, into.id, null))) ?? ticket;
}

/** The ticket of the first address that we have signed; `isForged` when there are only others. */
async function findAnswered({ mailThreads }: Deps, queryable: Queryable, mail: ParsedMail) {
  const { addresses } = mailThreads;
  const tags = addresses.read(mail.recipients);
  for (const tag of tags) {
    const ticket = await findTicketByNumber(queryable, tag.ticketNumber);
    if (ticket !== null && addresses.isOurs(tag, ticket))
      return { ticket: await goingOn(queryable, ticket), isForged: false };
  }
  return { ticket: null, isForged: tags.length > 0 };
}

/** The account's person with this address, else its first owner; an account has the id of who opened it. */
async function findAuthor(queryable: Queryable, accountId: number, address: string): Promise<number> {
  const people = await listPeople(queryable, accountId);
  return people.find(({ email }) => emailKey(email) === emailKey(address))?.id ?? accountId;
}

async function routeOfAnswer(queryable: Queryable, ticket: TicketRow, { from }: ParsedMail): Promise<Route> {
  const { userId, senderEmail, senderName } = ticket;
  if (userId === null) {
    const sender = { email: senderEmail ?? '', name: senderName, warning: ticket.senderWarning };
    return { answers: ticket, customer: null, authorId: null, sender, isForged: false };
  }
  const { email } = await findAccountContact(queryable, userId);
  const authorId = await findAuthor(queryable, userId, from?.address ?? '');
  return { answers: ticket, customer: { id: userId, email }, authorId, sender: null, isForged: false };
}

/**
 * Who wrote a mail is believed by the signed address that it answers, or when it passes DMARC and comes from
 * the verified mailbox of a person of exactly one account; never by its subject or its From alone.
 */
export async function findRoute(deps: Deps, queryable: Queryable, mail: ParsedMail): Promise<Route> {
  const answered = await findAnswered(deps, queryable, mail);
  if (answered.ticket !== null) return routeOfAnswer(queryable, answered.ticket, mail);
  const { from } = mail;
  const address = from?.address ?? '';
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const { authservId } = deps;
  const dmarc = from ? dmarcResult(mail.headers('authentication-results'), { authservId, domain }) : 'none';
  const owner = dmarc === 'pass' ? await findMailboxOwner(queryable, emailKey(address)) : null;
  const [accountId, ...others] = owner?.accountIds ?? [];
  const named = { email: address, name: from?.name ?? null };
  const forged = answered.isForged ? ({ ...named, warning: 'forged-reply-address' } as const) : null;
  if (owner !== null && accountId !== undefined && others.length === 0) {
    const customer = { id: accountId, email: owner.email };
    return { answers: null, customer, authorId: owner.id, sender: forged, isForged: false };
  }
  const warning = dmarc === 'fail' ? 'dmarc-failed' : 'unknown-sender';
  const isForged = dmarc === 'fail';
  return { answers: null, customer: null, authorId: null, sender: forged ?? { ...named, warning }, isForged };
}
