import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useUser } from '../shared/session/use-session.ts';
import type { Companion } from './companion.tsx';

/** What a signed-in person has beside every page; its code is fetched later than the page's. */
export function useCompanion(): Companion | null {
  const client = useQueryClient();
  const user = useUser();
  const [companion, setCompanion] = useState<Companion | null>(null);
  useEffect(() => {
    if (!user) return;
    import('./companion.tsx').then(
      ({ accompany }) => accompany(client, user, Date.now(), setCompanion),
      () => undefined,
    );
  }, [client, user]);
  return companion?.props.userId === user?.id ? companion : null;
}
