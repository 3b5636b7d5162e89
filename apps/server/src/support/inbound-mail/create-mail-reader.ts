import { brand } from '@portal/brand';
import { Counter } from 'prom-client';
import { recordBounce } from '../../messaging/index.ts';
import { connectMailbox, mailboxName } from '../../platform/outside/imap-mailbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MailThreads } from '../tickets/threading/create-mail-threads.ts';
import type { TicketDependencies } from '../tickets/ticket-dependencies.ts';
import { readMailbox } from './read-mailbox.ts';

const STATES = ['taken', 'ignored', 'unreadable'] as const;

/** The address alone of a sender such as "Waya <care@waya.example>". */
const addressIn = (sender: string): string => (/<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender).trim().toLowerCase();

/** What reads the mailbox of IMAP_URL; null without one. Nothing is connected before the first reading. */
export function createMailReader(
  { config, metricsRegistry, logger }: Pick<Platform, 'config' | 'metricsRegistry' | 'logger'>,
  tickets: TicketDependencies & { readonly mailThreads: MailThreads },
) {
  if (config.inboundMail === null) return null;
  const { url, authservId } = config.inboundMail;
  const { supportAddress } = tickets.mailThreads.addresses;
  const mailbox = mailboxName(url);
  const counter = new Counter({
    name: 'inbound_mails_total',
    help: 'Mails to the desk that were read: taken into a ticket, ignored on purpose, or unreadable.',
    labelNames: ['state'] as const,
    registers: [metricsRegistry],
  });
  for (const state of STATES) counter.inc({ state }, 0);
  const deps = {
    ...tickets,
    log: logger,
    connect: connectMailbox,
    url,
    mailbox,
    authservId,
    ownAddresses: new Set([supportAddress, config.mailFrom ?? brand.supportEmail].map(addressIn)),
    recordBounce,
    count: (state: (typeof STATES)[number]) => counter.inc({ state }),
  };
  return {
    mailbox: { name: mailbox, address: supportAddress },
    read: (signal: AbortSignal) => readMailbox(deps, signal),
  };
}
