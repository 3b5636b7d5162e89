import type pg from 'pg';
import type { Check } from '../../bench/crash/check-ledger.ts';
import { createAccountingFeed } from './accounting-feed.ts';
import { createChattingPeople } from './chatting-people.ts';
import type { Client, Site } from './client.ts';
import { createPayingCustomers } from './paying-customers.ts';
import { createReadingVisitors } from './reading-visitors.ts';
import { createSigningIn } from './signing-in.ts';

export type Clients = {
  /** Begins the load, or goes on with it. */
  readonly start: () => void;
  /** Ends the load; resolves when everything begun is acknowledged. */
  readonly settle: () => Promise<void>;
  /** How many of each kind were acknowledged so far, by its name. */
  readonly acknowledged: () => Readonly<Record<string, number>>;
  /** After `settle`: everything acknowledged is in the database, once. */
  readonly check: (database: pg.Client) => Promise<readonly Check[]>;
};

/**
 * Customers who pay, chat, sign in and read, and a RADIUS server, all at once. `database` gets their
 * accounts, straight into its tables, where passwords do not matter.
 */
export async function createClients(site: Site, database: pg.Client): Promise<Clients> {
  const clients: readonly Client[] = [
    await createPayingCustomers(site),
    await createChattingPeople(site, database),
    await createAccountingFeed(site, database),
    await createSigningIn(site),
    await createReadingVisitors(site),
  ];
  return {
    start: () => {
      for (const client of clients) client.start();
    },
    settle: async () => {
      await Promise.all(clients.map(({ settle }) => settle()));
    },
    acknowledged: () => Object.fromEntries(clients.map(({ name, acknowledged }) => [name, acknowledged()])),
    check: async (client) => {
      const checks: Check[] = [];
      for (const { check } of clients) checks.push(...(await check(client)));
      return checks;
    },
  };
}
