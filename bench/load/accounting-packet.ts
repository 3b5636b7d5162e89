import { accountingBody } from '../../apps/server/src/network/accounting/packet.factory.ts';
import { CUSTOMERS } from '../portal/seed-bench-data.ts';

/**
 * The n-th packet of a network whose 1,000 lines each send one every few hundred milliseconds: five
 * minutes of theirs, in the counters of a day.
 */
export function packetOf(n: number): string {
  const line = (n % CUSTOMERS) + 1;
  const turn = Math.floor(n / CUSTOMERS) + 1;
  return JSON.stringify(
    accountingBody({
      username: `bench-${line}@fibre`,
      sessionId: `bench${line}`,
      uniqueId: `bench-session-${line}`,
      nas: `10.0.${line % 4}.1`,
      at: new Date(),
      seconds: turn * 300,
      download: turn * 90_000_000,
      upload: turn * 8_000_000,
    }),
  );
}
