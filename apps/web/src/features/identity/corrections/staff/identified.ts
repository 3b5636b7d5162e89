import type { IdentificationWay } from '@portal/contract/identity/identification';
import { useSyncExternalStore } from 'react';
import { now } from '../../../../shared/format/clock.ts';

/** How the customer of a page was identified, and when. */
export type Identified = IdentificationWay & { readonly customerId: number; readonly at: string };

let identified: Identified | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Kept for the visit of one customer's page: the next customer is somebody else. */
export function setIdentified(customerId: number, way: IdentificationWay | null): void {
  identified = way && { ...way, customerId, at: now().toISOString() };
  for (const listener of listeners) listener();
}

/** How the customer was identified on this visit of their page; null before staff have said it. */
export function useIdentified(customerId: number): Identified | null {
  const current = useSyncExternalStore(subscribe, () => identified);
  return current?.customerId === customerId ? current : null;
}
