import { keepToastForReload } from '../../shared/ui/toast-after-reload.ts';
import { isLoggingOut } from '../use-logout.ts';

let leaving = false;

/**
 * Opens the sign-in, which leads back to this place, once `before` has come to its end. `why` is shown there: the first reason counts, whatever fails
 * afterwards because of it. Does nothing while a logout is leading elsewhere.
 */
export async function leaveForSignIn(why: string, before?: Promise<unknown>): Promise<void> {
  if (leaving || isLoggingOut()) return;
  leaving = true;
  keepToastForReload({ title: 'Signed out', description: why });
  await before?.catch(() => undefined);
  location.replace(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
}
