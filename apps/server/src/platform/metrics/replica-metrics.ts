import { Gauge, type Registry } from 'prom-client';

/** How far the replica is behind, as the reports' watch finds it. */
export function createReplicaMetrics(registry: Registry): (seconds: number | null) => void {
  const behind = new Gauge({
    name: 'replica_behind_seconds',
    help: 'How far the replica for staff’s lists is behind the primary; NaN while it cannot be read.',
    registers: [registry],
  });
  behind.set(Number.NaN);
  return (seconds) => behind.set(seconds ?? Number.NaN);
}
