import { timingSafeEqual } from 'node:crypto';
import type { AcceptedSecrets } from '../../../platform/crypto/accepted-secrets.ts';
import { hmacOf } from '../../../platform/crypto/hmac.ts';
import type { TicketRow } from '../ticket.repository.ts';

/** 104 bits. In hexadecimal, since mail servers may change the case of the part before the @. */
const DIGITS = 26;
const TAG = new RegExp(`^([1-9]\\d{0,14})\\.([0-9a-f]{${DIGITS}})$`);

type Owned = Pick<TicketRow, 'number' | 'userId' | 'senderEmail'>;

/** What an address says, before anybody has checked it. */
export type ReplyTag = { readonly ticketNumber: number; readonly signature: string };

export type ReplyAddresses = {
  readonly supportAddress: string;
  /** Where an answer to a mail about this ticket goes: support+t.123.<signature>@domain. */
  readonly of: (ticket: Owned) => string;
  /** The tags in the addresses that a mail was sent to. */
  readonly read: (recipients: readonly string[]) => ReplyTag[];
  /** Whether we have made the address for this ticket and whoever owns it now. */
  readonly isOurs: (tag: ReplyTag, ticket: Owned) => boolean;
};

/** The present owner; of a sender whom staff have confirmed, also what they were before. */
function ownersOf({ userId, senderEmail }: Owned): string[] {
  return [
    ...(userId === null ? [] : [`account ${userId}`]),
    ...(senderEmail === null || senderEmail === '' ? [] : [`sender ${senderEmail}`]),
  ];
}

/**
 * Addresses that only somebody with a mail about the ticket can know. They hold for one ticket of one
 * account, and as long as the secret under which they were made is accepted.
 */
export function createReplyAddresses(secrets: AcceptedSecrets, supportAddress: string): ReplyAddresses {
  const at = supportAddress.lastIndexOf('@');
  const [local, domain] = [supportAddress.slice(0, at), supportAddress.slice(at + 1)];
  const sign = (secret: string, { number }: Owned, owner: string) =>
    hmacOf(secret, 'reply-address', `${number} ${owner}`).toString('hex').slice(0, DIGITS);
  const [beginning, end] = [`${local.toLowerCase()}+t.`, `@${domain.toLowerCase()}`];
  return {
    supportAddress,
    of: (ticket) => {
      const [owner = ''] = ownersOf(ticket);
      return `${local}+t.${ticket.number}.${sign(secrets[0], ticket, owner)}@${domain}`;
    },
    read: (recipients) =>
      recipients.flatMap((recipient) => {
        const address = recipient.trim().toLowerCase();
        if (!address.startsWith(beginning) || !address.endsWith(end)) return [];
        const [, number, signature] = TAG.exec(address.slice(beginning.length, -end.length)) ?? [];
        return number === undefined || signature === undefined ? [] : [{ ticketNumber: Number(number), signature }];
      }),
    isOurs: ({ ticketNumber, signature }, ticket) =>
      ticketNumber === ticket.number &&
      ownersOf(ticket).some((owner) =>
        secrets.some((secret) => timingSafeEqual(Buffer.from(sign(secret, ticket, owner)), Buffer.from(signature))),
      ),
  };
}
