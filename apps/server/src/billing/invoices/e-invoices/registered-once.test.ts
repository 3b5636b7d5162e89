import { Worker } from 'node:worker_threads';
import type { FaultMode } from '@portal/sandbox/faults';
import { startTestbed, type Testbed } from '@portal/sandbox/testing/sandbox-testbed';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WorkerOrder } from '../../../testing/e-invoices/registering-worker.ts';
import { sourceInvoice } from '../../../testing/e-invoices/source-invoice.ts';
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts';
import { queueInvoices } from './e-invoice.repository.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

/** Five thousand in the long form, FULL_TESTS=1. */
const DOCUMENTS = process.env.FULL_TESTS ? 5000 : 600;
const WORKERS = 3;
/** Before the present, so that all of them are due. */
const START = new Date('2026-11-01T00:00:00Z');
const STEP_MS = 100;
/** A worker is killed in the middle of its work: after so many registrations, or when none come any more. */
const KILL_EVERY = DOCUMENTS / 30;
const PATIENCE_STEPS = 100;
/** Longer than a claim lasts: what a killed worker held is taken by another, also while the first still lives. */
const CLOCK_STEP_MS = 6 * 60_000;

/** A generator of numbers from 0 to 1 that a seed repeats (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const FAULTS: readonly { readonly mode: FaultMode; readonly when?: 'before' | 'after' }[] = [
  { mode: 'drop', when: 'before' },
  { mode: 'drop', when: 'after' },
  { mode: 'error', when: 'before' },
  { mode: 'error', when: 'after' },
  { mode: 'empty', when: 'after' },
  { mode: 'wrong-json', when: 'after' },
  { mode: 'wrong-shape', when: 'after' },
  { mode: 'hang', when: 'after' },
  { mode: 'offline' },
  { mode: 'limited' },
];

describe.each(['interswitch', 'mbs'] as const)('thousands of documents through %s', (provider) => {
  let portal: TestPortal;
  let sandbox: Testbed;
  let workers: Worker[] = [];
  beforeAll(async () => {
    portal = await startTestPortal();
    sandbox = await startTestbed();
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.terminate()));
    await sandbox[Symbol.asyncDispose]();
    await portal.close();
  });

  /** Invoices that people and businesses have paid. */
  async function store(count: number): Promise<void> {
    const { snapshot: source } = sourceInvoice([{ label: 'Premium, one month', amountKobo: 2_500_000 }]);
    const snapshot = { ...source, buyer: { ...source.buyer, phone: '+2348031234567' } };
    const person = { ...snapshot, buyer: { ...snapshot.buyer, taxId: null } };
    const [{ id } = { id: 0 }] = (await portal.pool.query<{ id: number }>('select id from users limit 1')).rows;
    await portal.pool.query(
      `insert into invoices (invoice_number, year, sequence, user_id, period_number, kind, status, total, vat, snapshot, issued_at, due_at, paid_at)
       select 'INV-2026-' || lpad(n::text, 6, '0'), 2026, n, $1, n, 'bundle', 'paid', 25000, 1744.19,
         case n % 3 when 0 then $2::jsonb else $3::jsonb end, now(), now(), now() from generate_series(1, $4::int) n`,
      [id, JSON.stringify(snapshot), JSON.stringify(person), count],
    );
    const numbers = Array.from({ length: count }, (_, place) => `INV-2026-${String(place + 1).padStart(6, '0')}`);
    await portal.database.transaction((tx) => queueInvoices(tx, numbers, START));
  }

  it('with faults of every kind, killed workers and claims that run out are each registered once', async () => {
    await portal.browser().register({});
    await store(DOCUMENTS);
    const seed = Number(process.env.HISTORIES_SEED ?? 20_261_130);
    const random = randomFrom(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const movedMs = new BigInt64Array(new SharedArrayBuffer(8));
    const order: WorkerOrder = { pool: portal.poolConfig, sandboxBase: sandbox.url, provider, movedMs };
    const file = new URL('../../../testing/e-invoices/registering-worker.ts', import.meta.url);
    const start = () => new Worker(file, { workerData: order });
    workers = Array.from({ length: WORKERS }, start);
    let kills = 0;
    const countOf = async (where: string) =>
      (await portal.pool.query<{ count: number }>(`select count(*)::int as count from e_invoices where ${where}`))
        .rows[0]?.count ?? 0;
    let [last, steps] = [DOCUMENTS, 0];
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
      const left = await countOf("status <> 'registered'");
      if (left === 0) break;
      steps += 1;
      if (last - left < KILL_EVERY && steps < PATIENCE_STEPS) continue;
      [last, steps] = [left, 0];
      const stuck = await countOf("status = 'refused'");
      expect(stuck, `seed ${seed}`).toBe(0);
      sandbox.handle.clearFaults();
      // The last ones are left alone: a provider that never answers registers nothing.
      if (left > 50) {
        const operation = pick(['register', 'find', ...(provider === 'mbs' ? (['validate'] as const) : [])] as const);
        sandbox.handle.addFault({ gateway: 'authority', operation, ...pick(FAULTS), times: 4, delayMs: 1500 });
      }
      const victim = Math.floor(random() * WORKERS);
      await workers[victim]?.terminate();
      kills += 1;
      workers = workers.map((worker, place) => (place === victim ? start() : worker));
      Atomics.add(movedMs, 0, BigInt(CLOCK_STEP_MS));
    }
    await Promise.all(workers.map((worker) => worker.terminate()));
    const numbers = sandbox.handle.registrations().map(({ irn }) => irn);
    const { rows } = await portal.pool.query<{ irn: string; attempts: number }>('select irn, attempts from e_invoices');
    expect(new Set(numbers).size, `seed ${seed}`).toBe(numbers.length);
    expect(numbers.toSorted(), `seed ${seed}`).toEqual(rows.map(({ irn }) => irn).toSorted());
    const again = rows.filter(({ attempts }) => attempts > 1).length;
    console.log(`${provider}: ${DOCUMENTS} documents, seed ${seed}, ${kills} kills, ${again} sent more than once`);
    expect(kills).toBeGreaterThan(3);
    expect(again).toBeGreaterThan(0);
  });
});
