import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clearPersistedQueries } from '../../shared/offline/persisted-queries.ts';
import { sessionQuery } from '../../shared/session/use-session.ts';
import { toast } from '../../shared/ui/feedback/toast.ts';
import { saveToastForReload } from '../../shared/ui/feedback/toast-after-reload.ts';
import { clearSession } from '../query-client.ts';

/**
 * Ends the session: clears the user, reloads at the start page and confirms it there (specification
 * section 4). The customer's data on this device is deleted first, also when the server cannot be
 * reached (threats A8); then the user stays signed in and is told so.
 */
export function useLogout(): { logout: () => void; busy: boolean } {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  async function endSession() {
    if (ending) return;
    ending = true;
    setBusy(true);
    try {
      const [{ callEndpoint }, logout, { clearDrafts }, { forgetStoredPayment }] = await Promise.all([
        import('../../shared/api/call-endpoint.ts'),
        // Taken apart at once, so that the bundler leaves out the rest of the file.
        import('@portal/contract/identity/accounts').then(({ logout: entry }) => entry),
        import('../../shared/offline/saved-drafts.ts'),
        import('../../features/billing/payments/checkout/stored-payment.ts'),
      ]);
      clearPersistedQueries();
      clearDrafts();
      forgetStoredPayment();
      await callEndpoint(logout);
    } catch (failure) {
      console.warn('Logout failed', failure);
      // Where the answer was lost, a call that was refused meanwhile has told that the session has ended.
      if (client.getQueryData(sessionQuery.queryKey) !== null) {
        ending = false;
        setBusy(false);
        toast({
          title: 'Logout failed',
          description: 'Your session could not be ended. Please try again.',
          variant: 'destructive',
        });
        return;
      }
    }
    saveToastForReload({ title: 'Logged out successfully', description: 'You have been logged out.' });
    clearSession(client);
    location.assign('/');
  }
  return { logout: () => void endSession(), busy };
}

/** Not of the component: the bar and the menu each have a button. Stays true while this page is being left. */
let ending = false;

/** True from the logout on: what is refused meanwhile is no end of the session to tell the customer about. */
export function isLoggingOut(): boolean {
  return ending;
}
