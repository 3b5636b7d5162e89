import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseOutOfReach, isUniqueViolation } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type ReceivedPacket, type RecordPacketsDependencies, recordPackets } from './record-packets.ts';

const MOST_AT_ONCE = 250;
const MOST_WAITING = 20_000;
const TRIES = 4;
/**
 * Between the starts of two batches under load: half of a batch's cost is the same for one packet
 * and for fifty.
 */
const GAP_MS = 20;
/**
 * A smaller batch is no load: a client that sends one packet after the other, as FreeRADIUS does
 * from its buffer, does not wait.
 */
const MANY = 8;

/** The outcome of a packet. `unavailable`: refused, to be sent again. */
export type PacketOutcome = 'recorded' | 'rejected' | 'unavailable';

type Waiting = { readonly received: ReceivedPacket } & PromiseWithResolvers<void>;

type Deps = RecordPacketsDependencies & {
  /** Called after the commit with the accounts whose usage may have changed. */
  readonly onRecorded: (accountIds: ReadonlySet<number>) => void;
  /** Called with a packet that PostgreSQL refuses, which is set aside; this is a defect of ours. */
  readonly onRefused: (error: unknown) => void;
  readonly count: (outcome: PacketOutcome) => void;
};

/**
 * Resolves once the packet is committed. Throws ApiError service.unavailable when thousands wait,
 * or the database is unavailable.
 */
export type StorePacket = (received: ReceivedPacket) => Promise<void>;

/**
 * Two instances may insert a new session at the same moment: the second finds it at its next
 * attempt.
 */
async function record(deps: Deps, received: readonly ReceivedPacket[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      deps.onRecorded(await recordPackets(deps, received));
      for (const { packet } of received) deps.count(packet.kind === 'rejected' ? 'rejected' : 'recorded');
      return;
    } catch (error) {
      if (attempt === TRIES || !isUniqueViolation(error)) throw error;
    }
  }
}

/** Their sender repeats them. */
function turnAway(deps: Deps, packets: readonly Waiting[], error: unknown): void {
  for (const { reject } of packets) {
    deps.count('unavailable');
    reject(error);
  }
}

/** A packet that cannot be stored must not come again and again, and delay all others. */
async function settleEach(deps: Deps, batch: readonly Waiting[]): Promise<void> {
  for (const one of batch) {
    const { received, resolve, reject } = one;
    try {
      await record(deps, [received]);
      resolve();
    } catch (error) {
      if (isDatabaseOutOfReach(error)) {
        turnAway(deps, [one], error);
        continue;
      }
      deps.onRefused(error);
      const { nas, username = '' } = { username: '', ...received.packet };
      const packet = { kind: 'rejected', reason: 'not-storable', nas, username } as const;
      await record(deps, [{ ...received, packet }]).then(resolve, reject);
    }
  }
}

/** False when the database is unavailable. */
async function settle(deps: Deps, batch: readonly Waiting[]): Promise<boolean> {
  try {
    await record(
      deps,
      batch.map(({ received }) => received),
    );
    for (const { resolve } of batch) resolve();
    return true;
  } catch (error) {
    const isAway = isDatabaseOutOfReach(error);
    if (isAway) turnAway(deps, batch, error);
    else await settleEach(deps, batch);
    return !isAway;
  }
}

/**
 * Packets that arrive while others are being written are written together, under load those of 20
 * ms: the commits grow instead of their number. One batch at a time, in the order of arrival, so
 * that packets of one session never wait for each other's locks.
 */
export function createPacketStore(deps: Deps): StorePacket {
  const waiting: Waiting[] = [];
  let isWorking = false;
  let resumesAt = 0;

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const now = performance.now();
      if (resumesAt > now) await sleep(resumesAt - now);
      const batch = waiting.splice(0, MOST_AT_ONCE);
      resumesAt = batch.length < MANY ? 0 : performance.now() + GAP_MS;
      const isThere = await settle(deps, batch);
      // With the database unavailable, packets further back would wait for each batch before them
      // to fail.
      if (!isThere) turnAway(deps, waiting.splice(0), new ApiError('service.unavailable'));
    }
    isWorking = false;
  };
  return (received) => {
    if (waiting.length >= MOST_WAITING) {
      deps.count('unavailable');
      throw new ApiError('service.unavailable');
    }
    const one = { received, ...Promise.withResolvers<void>() };
    waiting.push(one);
    if (!isWorking) {
      isWorking = true;
      // After this turn of the event loop, so that concurrent packets are in the batch.
      setImmediate(() => void work());
    }
    return one.promise;
  };
}
