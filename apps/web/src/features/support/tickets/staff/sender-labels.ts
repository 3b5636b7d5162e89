import type { StaffTicket } from '@portal/contract/support/staff-tickets';

/** Why to look twice at who wrote the mail that opened a ticket. */
export const senderWarnings: Readonly<Record<NonNullable<StaffTicket['senderWarning']>, string>> = {
  'unknown-sender': 'Nothing proves who wrote this mail.',
  'dmarc-failed': 'This mail is probably forged: its domain says that it did not send it (DMARC failed).',
  'forged-reply-address': 'This mail was sent to a reply address that we have not made for its sender.',
};

/** The name of whose ticket it is: the customer's, else what the mail says. */
export function writerOf({ customer }: Pick<StaffTicket, 'customer'>): string {
  return customer.name || 'Unknown sender';
}
