import { logout } from '@portal/contract/identity/accounts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callEndpoint } from '../../shared/api/call-endpoint.ts';
import { sessionQuery } from '../../shared/session/use-session.ts';
import { redirectToSignIn } from './redirect-to-sign-in.ts';

/** Decision 015: staff sit still for half an hour at most. */
const IDLE_AFTER_MS = 30 * 60_000;
const RENEW_EVERY_MS = 5 * 60_000;
const LOOK_EVERY_MS = 15_000;
const NOTE_EVERY_MS = 5000;
/** Shared by the windows of one browser: activity in one counts for the others. */
const STORAGE_KEY = 'staff-active-at';
const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Ends an agent's session after 30 minutes without activity; the live connection and the calls that
 * it causes would keep it open for ever. During activity, also while reading or writing something
 * long, the session is renewed.
 */
export function useIdleLogout(): void {
  const client = useQueryClient();
  useEffect(() => {
    let activeAt = Date.now();
    let renewedAt = activeAt;
    note(activeAt);
    function live() {
      if (Date.now() - activeAt < NOTE_EVERY_MS) return;
      // A machine that has slept past the end must not be woken into the session by the first
      // touch.
      if (Date.now() - lastActive(activeAt) >= IDLE_AFTER_MS) return endIdle();
      activeAt = Date.now();
      note(activeAt);
    }
    function look() {
      const last = lastActive(activeAt);
      if (Date.now() - last >= IDLE_AFTER_MS) endIdle();
      else if (last > renewedAt && Date.now() - renewedAt >= RENEW_EVERY_MS) {
        renewedAt = Date.now();
        renew(client);
      }
    }
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, live, { passive: true });
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, live);
    };
  }, [client]);
}

function renew(client: QueryClient): void {
  // Without an answer nothing is lost: the next call tries again, and one without a session leads
  // to the sign-in.
  client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
}

function endIdle(): void {
  // Without a connection the server ends the session by itself, at the same age.
  void redirectToSignIn(
    'You were signed out after 30 minutes without activity. Sign in to continue where you were.',
    callEndpoint(logout),
  );
}

function lastActive(here: number): number {
  try {
    return Math.max(here, Number(localStorage.getItem(STORAGE_KEY) ?? 0));
  } catch {
    return here;
  }
}

function note(at: number): void {
  try {
    localStorage.setItem(STORAGE_KEY, String(at));
  } catch {
    // storage refused: each window counts for itself
  }
}
