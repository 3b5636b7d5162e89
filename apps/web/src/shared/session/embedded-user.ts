import type { CurrentUser } from '@portal/contract/account';
import { readEmbedded } from '../site/site-facts.ts';

/**
 * The answer of GET /api/user that the server wrote into the page: a person, null for a visitor, undefined when it wrote none.
 * It comes from our own server with our own page, so its shape is taken on trust.
 */
export function embeddedUser(): CurrentUser | null | undefined {
  const embedded = readEmbedded('session');
  if (embedded === null) return null;
  return isUser(embedded) ? embedded : undefined;
}

function isUser(value: unknown): value is CurrentUser {
  return typeof value === 'object' && value !== null && 'id' in value && 'email' in value;
}
