import type { Database } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { countSharing } from './shared-login.repository.ts';
import { areTwoRouters, type Device, type DeviceRefusal, macOf } from './simultaneous-use.policy.ts';
import { recordRefusedMac } from './simultaneous-use.repository.ts';

/**
 * Records that a router was refused although its line is open, once a minute. Where others keep it out that are
 * online, its login may be shared. Its password was not looked at yet: FreeRADIUS does that.
 */
export async function recordRefusal(
  database: Database,
  refused: {
    readonly username: string;
    readonly device: Device;
    readonly why: DeviceRefusal;
    readonly online: readonly Device[];
    readonly at: Date;
  },
): Promise<void> {
  const { username, device, why, online, at } = refused;
  await runTransaction(database, async (tx) => {
    const lineId = await recordRefusedMac(tx, { username, mac: macOf(device), why, at });
    const others = online.filter((other) => areTwoRouters(other, device));
    if (lineId === null || why !== 'in-use' || others.length === 0) return;
    const devices = [device, ...others].map((one) => ({
      mac: macOf(one),
      nas: one.nas,
      port: one.nasPort,
      at: at.toISOString(),
    }));
    await countSharing(tx, { lineId, devices, now: at });
  });
}
