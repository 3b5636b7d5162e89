import type { CurrentUser } from '@portal/contract/identity/accounts';
import { ApiError } from '../api/api-error.ts';

/**
 * Asks the server who is signed in: null when nobody is. Any other failure is 'Failed to fetch
 * user' (specification section 7).
 */
export async function fetchUser(): Promise<CurrentUser | null> {
  const [{ callEndpoint }, getUser] = await Promise.all([
    import('../api/call-endpoint.ts'),
    // Taken apart at once, so that the bundler leaves out the rest of the file.
    import('@portal/contract/identity/accounts').then(({ getUser: entry }) => entry),
  ]);
  try {
    return await callEndpoint(getUser);
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 401) return null;
    throw new Error('Failed to fetch user', { cause: failure });
  }
}
