import type { CurrentUser } from '@portal/contract/identity/accounts';
import { readEmbedded } from '../site/site-facts.ts';

/**
 * The answer of GET /api/user that the server wrote into the page: a person, null for a visitor, undefined when it wrote none.
 * It comes from our own server with our own page, so its shape is taken on trust.
 */
export function embeddedUser(): CurrentUser | null | undefined {
  return readEmbedded('session') as CurrentUser | null | undefined;
}
