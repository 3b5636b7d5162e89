import type { SpeedTest } from '@portal/contract/network/speed-tests';
import type { SpeedTestRow } from './speed-test.repository.ts';

/** The client's view: Mbps and milliseconds as numbers. */
export function presentSpeedTest(row: SpeedTestRow): SpeedTest {
  return {
    id: row.id,
    timestamp: row.timestamp.toISOString(),
    downloadSpeed: Number(row.downloadSpeed),
    uploadSpeed: Number(row.uploadSpeed),
    ping: Number(row.ping),
    how: row.how,
  };
}
