import type pg from 'pg';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { observeQueries } from '../database/query-timing.ts';

/** Most statements take less than 1 ms; the limit is 2.5 s for a request's, 30 s for a job's. */
const QUERY_BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5, 30];

/** Measures the pool's connections and the duration of each statement on them. */
export function registerDatabaseMetrics(registry: Registry, pool: pg.Pool): void {
  new Gauge({
    name: 'db_pool_connections',
    help: 'Connections to PostgreSQL that are active (in use) and idle, and how many callers are waiting for one.',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      this.set({ state: 'active' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  const histogram = new Histogram({
    name: 'db_query_duration_seconds',
    help: 'How long PostgreSQL takes to answer a statement, failures included. Waiting for a connection is not counted.',
    buckets: QUERY_BUCKETS_S,
    registers: [registry],
  });
  observeQueries(pool, (seconds) => histogram.observe(seconds));
}
