import { getMailbox, listInboundMails, retryInboundMail as retryEntry } from '@portal/contract/support/inbound-mails';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { readInboundMails, readMailbox } from './read-inbound-mails.ts';
import { type RetryDependencies, retryInboundMail } from './retry-inbound-mail.ts';

export type InboundMailRoutesDeps = RetryDependencies & {
  /** The mailbox that is read; null for none. */
  readonly mailbox: { readonly name: string; readonly address: string } | null;
};

/** What became of the mails to the desk, for staff. */
export function registerInboundMails(routes: Routes, deps: InboundMailRoutesDeps): void {
  const { database, mailbox } = deps;
  routes.serve(listInboundMails, async ({ query }) => readInboundMails(database, query));

  routes.serve(getMailbox, async () => readMailbox(database, mailbox));

  routes.serve(retryEntry, async ({ viewer, params }) => ({
    success: true as const,
    message: 'The mail is read again within half a minute.',
    mail: await retryInboundMail(deps, { staffId: viewer.user.id, id: params.id }),
  }));
}
