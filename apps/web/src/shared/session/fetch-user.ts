import type { CurrentUser } from '@portal/contract/identity/accounts';
import { ApiError } from '../api/api-error.ts';

/**
 * Asks the server who is signed in: null when nobody is. Any other failure is 'Failed to fetch
 * user' (specification section 7).
 */
export async function fetchUser(): Promise<CurrentUser | null> {
  const [{ callEndpoint }, { getUser }] = await Promise.all([
    import('../api/call-endpoint.ts'),
    import('@portal/contract/identity/accounts'),
  ]);
  try {
    return await callEndpoint(getUser);
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 401) return null;
    throw new Error('Failed to fetch user', { cause: failure });
  }
}
