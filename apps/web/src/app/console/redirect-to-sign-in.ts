import { saveToastForReload } from '../../shared/ui/feedback/toast-after-reload.ts';
import { isLoggingOut } from '../session/use-logout.ts';

let leaving = false;

/**
 * Opens the sign-in, which leads back to this page, once `before` has resolved. `why` is shown
 * there: the first reason counts, whatever fails afterwards because of it. Does nothing while a
 * logout is redirecting elsewhere.
 */
export async function redirectToSignIn(why: string, before?: Promise<unknown>): Promise<void> {
  if (leaving || isLoggingOut()) return;
  leaving = true;
  saveToastForReload({ title: 'Signed out', description: why });
  await before?.catch(() => undefined);
  location.replace(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
}
