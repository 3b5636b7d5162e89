import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Session } from '../../shared/session/use-session.ts';
import { toast } from '../../shared/ui/feedback/toast.ts';
import { isLoggingOut } from './use-logout.ts';

const REDIRECT_AFTER_MS = 500;

/**
 * Notices that a signed-in person no longer is: says so and leads to /login after 500 ms
 * (specification sections 2 and 9), which leads back to where they were. True during that half
 * second.
 */
export function useSessionExpiry(state: Session['state']): boolean {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [lastState, setLastState] = useState(state);
  const [losing, setLosing] = useState(false);
  if (state !== lastState) {
    setLastState(state);
    if (lastState === 'signed-in' && state === 'signed-out') setLosing(true);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is the one where the session was lost.
  useEffect(() => {
    if (!losing || isLoggingOut()) return;
    toast({
      title: 'Unauthorized',
      description: 'You are logged out. Redirecting to login...',
      variant: 'destructive',
    });
    const timer = setTimeout(() => {
      setLosing(false);
      void navigate(`/login?next=${encodeURIComponent(pathname + search)}`, { replace: true });
    }, REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [losing]);
  return losing;
}
