import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useUser } from '../shared/session/use-session.ts';

/** Keeps the signed-in person's figures on this device, to be read without a connection. */
export function useLastSeen(): void {
  const client = useQueryClient();
  const user = useUser();
  useEffect(() => {
    if (!user) return;
    import('./last-seen.ts').then(
      ({ keepLastSeen }) => keepLastSeen(client, user, Date.now()),
      () => undefined,
    );
  }, [client, user]);
}
