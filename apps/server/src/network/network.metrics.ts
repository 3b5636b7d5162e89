import type { Clock } from '@portal/kernel/clock';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type Database, unhurried } from '../platform/database/connection.ts';
import type { Job } from '../platform/jobs/job-runner.ts';
import { metricsJob } from '../platform/metrics/metrics-job.ts';
import { findOldestWaitingAction } from './access/radius-action.repository.ts';
import type { PacketOutcome } from './accounting/create-packet-store.ts';
import { countOpenSessions } from './accounting/session.repository.ts';

/** Counts every open session, of which there is one a customer. */
const SESSIONS_INTERVAL_MS = 60_000;

const PACKET_OUTCOMES = ['recorded', 'rejected', 'unavailable'] as const satisfies PacketOutcome[];

/** Counts accounting packets by outcome. */
export function createPacketCounter(registry: Registry): (outcome: PacketOutcome) => void {
  const counter = new Counter({
    name: 'radius_accounting_packets_total',
    help: 'RADIUS accounting packets: recorded, rejected because they cannot be counted, or refused with 503 while the database is unavailable.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  // A rate needs the zero before the first event.
  for (const outcome of PACKET_OUTCOMES) counter.inc({ outcome }, 0);
  return (outcome) => counter.inc({ outcome });
}

/** The metrics of the network that need a query. */
export function networkMetrics(
  registry: Registry,
  { database, clock }: { readonly database: Database; readonly clock: Clock },
): Job[] {
  const age = new Gauge({
    name: 'radius_action_age_seconds',
    help: 'How long the oldest CoA or Disconnect that no access server has confirmed yet has been waiting since it was ordered; 0 when none is.',
    registers: [registry],
  });
  const sessions = new Gauge({
    name: 'radius_sessions_open',
    help: 'RADIUS sessions that have begun and not ended.',
    registers: [registry],
  });
  const readSessions = async () => sessions.set(await unhurried(database).transaction(countOpenSessions));
  const read = async (): Promise<void> => {
    const oldest = await findOldestWaitingAction(database);
    age.set(oldest === null ? 0 : Math.max(0, (clock().getTime() - oldest.getTime()) / 1000));
  };
  return [metricsJob('network', read), { ...metricsJob('session', readSessions), intervalMs: SESSIONS_INTERVAL_MS }];
}
