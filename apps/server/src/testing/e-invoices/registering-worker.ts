import { workerData } from 'node:worker_threads';
import { createEInvoicing } from '../../billing/invoices/e-invoices/access-points/create-e-invoicing.ts';
import { registerEInvoices } from '../../billing/invoices/e-invoices/register-e-invoices.ts';
import { connectPool, databaseOf } from '../../platform/database/connection.ts';
import { sourceInvoice } from './source-invoice.ts';

/** What a worker gets: `movedMs` has by how much the clock is ahead, for all of them. */
export type WorkerOrder = {
  readonly pool: Parameters<typeof connectPool>[0];
  readonly sandboxBase: string;
  readonly provider: 'interswitch' | 'mbs';
  readonly movedMs: BigInt64Array;
};

const { pool, sandboxBase, provider, movedMs }: WorkerOrder = workerData;
const database = databaseOf(connectPool(pool, () => {}));
const clock = () => new Date(Date.now() + Number(Atomics.load(movedMs, 0)));
const access = { provider, access: null, stampKeys: null, callsAMinute: 1_000_000, callsAtOnce: 8 };
const eInvoicing = createEInvoicing(access, { sandboxBase, timeoutMs: 1000, clock });
if (!eInvoicing) throw new Error('no provider');

/** Documents of people and of businesses that pay in advance: nothing of them is mailed by registering. */
const deps = {
  database,
  clock,
  eInvoicing,
  seller: () => sourceInvoice([]).snapshot.seller,
  log: { info: () => {}, warn: () => {}, error: (details: object) => console.error(details) },
  publish: async () => {},
  publishLiveUpdate: () => {},
} as unknown as Parameters<typeof registerEInvoices>[0];

// Until somebody kills it.
for (;;) {
  await registerEInvoices(deps);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
