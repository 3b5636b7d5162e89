import type { Clock } from '@portal/kernel/clock';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type Database, unhurried } from '../platform/database/connection.ts';
import type { Job } from '../platform/jobs/job-runner.ts';
import { metricsJob } from '../platform/metrics/metrics-job.ts';
import { listHeard } from './access-servers/access-server.repository.ts';
import type { CoaOutcome, ServerCounts } from './access-servers/count-server-minutes.ts';
import type { PacketOutcome } from './accounting/create-packet-store.ts';
import { countOpenSessions } from './accounting/session.repository.ts';
import { findOldestWaitingAction } from './radius-actions/radius-action.repository.ts';

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

const COA_OUTCOMES = ['done', 'refused', 'silent'] as const satisfies CoaOutcome[];

/** Counts the answers of access servers to Disconnect and CoA, for the console and by name for the metrics. */
export function createAnswerCounter(
  registry: Registry,
  { counts, nameOf }: { readonly counts: Pick<ServerCounts, 'answer'>; readonly nameOf: (nas: string) => string },
): ServerCounts['answer'] {
  const counter = new Counter({
    name: 'radius_coa_answers_total',
    help: 'Disconnect and CoA requests by access server and outcome: done, refused, or silent where no answer came.',
    labelNames: ['server', 'outcome'] as const,
    registers: [registry],
  });
  const known = new Set<string>();
  return (nas, at, outcome) => {
    counts.answer(nas, at, outcome);
    const server = nameOf(nas);
    // A rate needs the zero before the first event.
    if (!known.has(server)) for (const one of COA_OUTCOMES) counter.inc({ server, outcome: one }, 0);
    known.add(server);
    counter.inc({ server, outcome });
  };
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
  const silence = new Gauge({
    name: 'access_server_last_packet_age_seconds',
    help: 'How long ago an access server on the list sent its last accounting packet; not of one that never did.',
    labelNames: ['server'] as const,
    registers: [registry],
  });
  const readSilence = async (): Promise<void> => {
    const heard = await listHeard(database);
    const now = clock().getTime();
    // Without those that were retired or have another name.
    silence.reset();
    for (const { name: server, at } of heard)
      if (at !== null) silence.set({ server }, Math.max(0, (now - at.getTime()) / 1000));
  };
  const readSessions = async () => sessions.set(await unhurried(database).transaction(countOpenSessions));
  const read = async (): Promise<void> => {
    const oldest = await findOldestWaitingAction(database);
    age.set(oldest === null ? 0 : Math.max(0, (clock().getTime() - oldest.getTime()) / 1000));
  };
  return [
    metricsJob('access server', readSilence),
    metricsJob('network', read),
    { ...metricsJob('session', readSessions), intervalMs: SESSIONS_INTERVAL_MS },
  ];
}
