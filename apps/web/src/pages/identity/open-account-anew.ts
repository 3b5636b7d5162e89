import { forgetStoredPayment } from '../../features/billing/payments/checkout/stored-payment.ts';
import { clearPersistedQueriesAndLeave } from '../../shared/offline/persisted-queries.ts';
import { clearDrafts } from '../../shared/offline/saved-drafts.ts';
import { storeChosenLine } from '../../shared/session/chosen-line.ts';
import type { ToastRequest } from '../../shared/ui/feedback/toast.ts';
import { saveToastForReload } from '../../shared/ui/feedback/toast-after-reload.ts';

/**
 * Opens the dashboard of the account that the session acts for now, as a new document: nothing that
 * the page, or this device, has of the other account is left. The toast is shown there.
 */
export function openAccountAnew(toast: ToastRequest): void {
  clearPersistedQueriesAndLeave();
  storeChosenLine(null);
  clearDrafts();
  forgetStoredPayment();
  saveToastForReload(toast);
  location.assign('/dashboard');
}
