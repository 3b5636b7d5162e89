import { PLACEHOLDER_DOMAINS } from '@portal/kernel/messaging/mail';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A stored address where mail to it can arrive, as `mailboxOf`; null for one that was made up. */
export function mailbox(address: SQLWrapper): SQL<string | null> {
  const isMadeUp = PLACEHOLDER_DOMAINS.map((domain) => sql`${address} like ${`%@${domain}`}`);
  return sql`case when ${sql.join(isMadeUp, sql` or `)} then null else ${address} end`;
}
