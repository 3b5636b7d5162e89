import type { TicketPresenceEvent } from '@portal/contract/support/staff-chat';
import { useCallback, useSyncExternalStore } from 'react';

/** Somebody of staff at a ticket, besides oneself. */
export type OtherAt = { readonly staffId: number; readonly doing: 'looking' | 'writing' };

/** How long a sign is valid (contract, staff-chat). */
const LASTS_MS = 12_000;
const NOBODY: readonly OtherAt[] = [];

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const byTicket = new Map<string, readonly OtherAt[]>();
const listeners = new Set<() => void>();

/** Notes what somebody does at a ticket; without another sign it ends by itself. */
export function recordTicketPresence({ ticketId, staffId, doing }: Omit<TicketPresenceEvent, 'type'>): void {
  const key = `${ticketId} ${staffId}`;
  clearTimeout(timers.get(key));
  timers.delete(key);
  const others = (byTicket.get(ticketId) ?? NOBODY).filter((other) => other.staffId !== staffId);
  if (doing === 'left') {
    if (others.length === 0) byTicket.delete(ticketId);
    else byTicket.set(ticketId, others);
  } else {
    byTicket.set(
      ticketId,
      [...others, { staffId, doing }].sort((a, b) => a.staffId - b.staffId),
    );
    timers.set(
      key,
      setTimeout(() => recordTicketPresence({ ticketId, staffId, doing: 'left' }), LASTS_MS),
    );
  }
  for (const listener of listeners) listener();
}

/** Who else is at a ticket now, and whether they write. */
export function useOthersAt(ticketId: string): readonly OtherAt[] {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => byTicket.get(ticketId) ?? NOBODY, [ticketId]),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
