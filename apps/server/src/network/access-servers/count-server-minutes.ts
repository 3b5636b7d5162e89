import type { Database } from '../../platform/database/connection.ts';
import { addMinutes, type HeardServer } from './access-server.repository.ts';
import type { AccessServerLookup } from './create-access-server-lookup.ts';

const MINUTE_MS = 60_000;
const LARGEST = 2 ** 31 - 1;

/** An access server's answer to a Disconnect or CoA: it did it, refused, or said nothing. */
export type CoaOutcome = 'done' | 'refused' | 'silent';

export type ServerCounts = {
  /** Counts an accounting packet. `clockOffsetMs` is how far its clock is ahead of ours, null where it does not tell. */
  readonly packet: (address: string, at: Date, clockOffsetMs: number | null) => void;
  readonly answer: (address: string, at: Date, outcome: CoaOutcome) => void;
  /** Writes what was counted since the last time; kept for the next time when it fails. */
  readonly write: (database: Database) => Promise<void>;
};

type Minute = Record<'packets' | 'coaDone' | 'coaRefused' | 'coaSilent', number>;
type Counted = { readonly minutes: Map<string, Minute>; readonly heard: Map<string, Omit<HeardServer, 'address'>> };

const FIELD = { done: 'coaDone', refused: 'coaRefused', silent: 'coaSilent' } as const;
const nothing = (): Counted => ({ minutes: new Map(), heard: new Map() });
const inOrder = <T>(entries: Iterable<readonly [string, T]>) => [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1));

/**
 * Counts in memory what access servers send and answer, so that no packet costs a statement more. Those that are
 * not on the list are counted as one.
 */
export function createServerCounts(lookup: Pick<AccessServerLookup, 'entryOf'>): ServerCounts {
  let counted = nothing();
  const addTo = (key: string, more: Partial<Minute>): void => {
    const sum = counted.minutes.get(key) ?? { packets: 0, coaDone: 0, coaRefused: 0, coaSilent: 0 };
    counted.minutes.set(key, {
      packets: sum.packets + (more.packets ?? 0),
      coaDone: sum.coaDone + (more.coaDone ?? 0),
      coaRefused: sum.coaRefused + (more.coaRefused ?? 0),
      coaSilent: sum.coaSilent + (more.coaSilent ?? 0),
    });
  };
  const keyOf = (address: string, at: Date) => `${address} ${Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS}`;
  return {
    packet: (nas, at, clockOffsetMs) => {
      const { address } = lookup.entryOf(nas);
      addTo(keyOf(address, at), { packets: 1 });
      const offset = clockOffsetMs === null ? null : Math.max(-LARGEST, Math.min(LARGEST, Math.round(clockOffsetMs)));
      counted.heard.set(address, { at, clockOffsetMs: offset ?? counted.heard.get(address)?.clockOffsetMs ?? null });
    },
    answer: (nas, at, outcome) => addTo(keyOf(lookup.entryOf(nas).address, at), { [FIELD[outcome]]: 1 }),
    write: async (database) => {
      const { minutes, heard } = counted;
      if (minutes.size === 0) return;
      counted = nothing();
      const rows = inOrder(minutes).map(([key, minute]) => {
        const [address = '', at = ''] = key.split(' ');
        return { address, minute: new Date(Number(at)), ...minute };
      });
      const last = inOrder(heard).map(([address, one]) => ({ address, ...one }));
      try {
        await addMinutes(database, rows, last);
      } catch (error) {
        for (const [key, minute] of minutes) addTo(key, minute);
        for (const [address, one] of heard) if (!counted.heard.has(address)) counted.heard.set(address, one);
        throw error;
      }
    },
  };
}
