import type { LinkDelivery } from '@portal/contract/identity/sign-in-help';
import type { Queryable } from '../../platform/database/connection.ts';

export type LinkMessage = {
  readonly messageKey: string;
  readonly by: 'email' | 'text';
  readonly at: Date;
  readonly delivery: LinkDelivery;
};

/**
 * The newest mails and texts to these mailboxes and numbers whose keys begin with `prefix`, of the last days,
 * and how far each has come; messaging knows it.
 */
export type ListLinkMessages = (
  queryable: Queryable,
  asked: { readonly recipients: readonly string[]; readonly prefix: string },
) => Promise<LinkMessage[]>;
