import type { FastifyBaseLogger } from 'fastify';
import type { Queryable, Transaction } from '../../platform/database/connection.ts';
import type { ConnectMailbox } from '../../platform/outside/imap-mailbox.ts';
import type { MailThreads } from '../tickets/threading/create-mail-threads.ts';
import type { TicketDependencies } from '../tickets/ticket-dependencies.ts';

/** The dependencies of what reads the mailbox. */
export type InboundMailDependencies = Omit<TicketDependencies, 'mailThreads' | 'log'> & {
  readonly mailThreads: MailThreads;
  readonly connect: ConnectMailbox;
  readonly url: string;
  /** Of `url`, without its password. */
  readonly mailbox: string;
  /** Whose Authentication-Results are believed. */
  readonly authservId: string;
  /** The addresses from which the portal itself sends, in lower case. */
  readonly ownAddresses: ReadonlySet<string>;
  readonly recordBounce: (
    queryable: Queryable | Transaction,
    bounce: { readonly messageKey: string; readonly reason: string; readonly at: Date },
  ) => Promise<boolean>;
  /** Counts a mail under what became of it. */
  readonly count: (state: 'taken' | 'ignored' | 'unreadable') => void;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
};
