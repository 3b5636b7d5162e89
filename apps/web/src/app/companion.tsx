import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { QueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { keepLastSeen } from './last-seen.ts';
import { whenIdle } from './when-idle.ts';

export type Companion = ReactElement<{ userId: number }>;

/**
 * Keeps the person's figures on this device, to be read without a connection; a customer is also shown, once the page is there, what accompanies them
 * over all pages: live chat and live changes.
 */
export function accompany(
  client: QueryClient,
  user: CurrentUser,
  now: number,
  show: (companion: Companion) => void,
): void {
  keepLastSeen(client, user, now);
  if (user.role !== 'customer') return;
  whenIdle(() => {
    import('./customer-corner.tsx').then(
      ({ CustomerCorner }) => show(<CustomerCorner userId={user.id} />),
      () => undefined,
    );
  });
}
