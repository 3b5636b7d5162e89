import type { CurrentUser } from '@portal/contract/identity/accounts';
import { readEmbedded } from '../site/site-facts.ts';

/**
 * The answer of GET /api/user that the server embedded in the page: a user, null for a visitor,
 * undefined when there is none. It comes from our own server with our own page and is not
 * validated.
 */
export function preloadedUser(): CurrentUser | null | undefined {
  return readEmbedded('session') as CurrentUser | null | undefined;
}
