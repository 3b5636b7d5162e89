import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useUser } from '../../shared/session/use-session.ts';
import type { SessionExtrasElement } from './load-session-extras.tsx';

/** The session extras of the signed-in user, or null until their code has loaded. */
export function useSessionExtras(): SessionExtrasElement | null {
  const client = useQueryClient();
  const user = useUser();
  const [extras, setExtras] = useState<SessionExtrasElement | null>(null);
  useEffect(() => {
    if (!user) return;
    import('./load-session-extras.tsx').then(
      ({ loadSessionExtras }) => loadSessionExtras(client, user, Date.now(), setExtras),
      () => undefined,
    );
  }, [client, user]);
  return extras?.props.userId === user?.id ? extras : null;
}
