import type { AccountRole, Endpoint } from '@portal/contract/platform/endpoint';
import type { QueryClient } from '@tanstack/react-query';
import { phrase } from '../i18n/translate.ts';
import { hasRole } from '../session/account-role.ts';
import { sessionQuery } from '../session/use-session.ts';
import { ApiError } from './api-error.ts';
import { type Answer, type CallInput, callEndpoint } from './call-endpoint.ts';

/** The server's own words. */
const NOT_THEIRS = phrase('Only the owner of this account, or somebody they allow it, can do this.');

/**
 * callEndpoint for what only people with this role in the account may read, which is the contract's:
 * the others get the server's refusal without a call, so that opening a page sends none that must fail.
 */
export async function callForRole<E extends Endpoint & { readonly accountRole: AccountRole }>(
  client: QueryClient,
  role: E['accountRole'],
  endpoint: E,
  input?: CallInput<E>,
): Promise<Answer<E>> {
  if (!hasRole(client.getQueryData(sessionQuery.queryKey), role)) {
    throw new ApiError(403, '', JSON.stringify({ code: 'account.role', message: NOT_THEIRS }));
  }
  return (callEndpoint as (endpoint: E, input?: CallInput<E>) => Promise<Answer<E>>)(endpoint, input);
}
