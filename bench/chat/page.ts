import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Chance } from '../crash/random.ts';
import { pauseBefore, type SoakContext } from './browser.ts';
import type { Person } from './people.ts';

type Event = ReturnType<typeof JSON.parse>;

/** One user's open page: its socket reconnects, at a random instance, whenever it is lost. */
export type Page = {
  /**
   * Drops the connection like a phone that loses its network. False when there was none at the
   * moment.
   */
  readonly cut: () => boolean;
  readonly close: () => void;
  /** How often it has connected. */
  readonly connections: () => number;
};

export type PageScript = {
  /** The current address to connect to. */
  readonly address: () => string;
  /** Called with each connection; events of the previous connection no longer arrive. */
  readonly onOpen: () => void;
  readonly onEvent: (event: Event) => void;
};

/** After these codes a page does not reconnect (packages/contract/src/platform/live-updates.ts). */
const FINAL = new Set([4401, 4410, 4429, 1003, 1008, 1009]);

export function openPage(context: SoakContext, person: Person, chance: Chance, script: PageScript): Page {
  let socket: WebSocket | null = null;
  let isOpen = true;
  let connections = 0;
  const live = (port: number): Promise<number> => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const headers = { cookie: person.cookie, origin: context.origin };
    const current = new WebSocket(`ws://127.0.0.1:${port}${script.address()}`, { headers });
    socket = current;
    current.on('open', () => {
      connections++;
      script.onOpen();
    });
    current.on('message', (text) => {
      if (socket === current) script.onEvent(JSON.parse(text.toString()));
    });
    current.on('error', () => undefined);
    current.on('close', resolve);
    return promise;
  };
  const keepOpen = async (): Promise<void> => {
    for (let attempt = 0; isOpen && !context.end.aborted; attempt++) {
      const before = connections;
      const code = await live(chance.pick(context.ports as [number, ...number[]]));
      if (connections > before) attempt = 0;
      if (isOpen && FINAL.has(code)) context.defects.push(`${person.email} was closed with ${code}`);
      if (isOpen) await sleep(pauseBefore(attempt, chance));
    }
  };
  keepOpen().catch((error: unknown) => context.defects.push(String(error)));
  return {
    cut: () => {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      const cut = socket;
      socket = null;
      cut.terminate();
      return true;
    },
    close: () => {
      isOpen = false;
      socket?.close();
    },
    connections: () => connections,
  };
}
