import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { QueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { readEmbedded } from '../../shared/site/site-facts.ts';
import { persistOfflineCache } from './offline-cache.ts';
import { whenIdle } from './when-idle.ts';

export type SessionExtrasElement = ReactElement<{ userId: number }>;

/**
 * Starts the offline cache for the signed-in user. For a customer it also loads the session extras
 * (chat launcher, notice bell, live updates) once the browser is idle, and hands them to `show`. In a view
 * of staff as this customer it does nothing: nothing stays on their device, and nothing counts as read.
 */
export function loadSessionExtras(
  client: QueryClient,
  user: CurrentUser,
  now: number,
  show: (extras: SessionExtrasElement) => void,
): void {
  if (readEmbedded('account-view')) return;
  persistOfflineCache(client, user, now);
  if (user.role !== 'customer') return;
  whenIdle(() => {
    import('./session-extras.tsx').then(
      ({ SessionExtras }) => show(<SessionExtras userId={user.id} />),
      () => undefined,
    );
  });
}
