import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type pg from 'pg';
import { about, type Finding } from './finding.ts';

const clock = about('Clock');
const run = promisify(execFile);
/** Beyond a minute no job that moves money runs (platform/clock/create-clock-guard.ts). */
const WARN_S = 2;
const FAULT_S = 60;

/** Whether this machine's clock is kept by NTP; null where systemd cannot say. */
async function isSynchronised(): Promise<boolean | null> {
  try {
    const { stdout } = await run('timedatectl', ['show', '--property=NTPSynchronized', '--value'], { timeout: 5000 });
    return stdout.trim() === 'yes';
  } catch {
    return null;
  }
}

/** This machine's clock against the database's, and whether NTP keeps it. */
export async function checkClock(pool: pg.Pool, now: () => Date): Promise<Finding[]> {
  const before = now().getTime();
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const after = now().getTime();
  const there = rows[0]?.now.getTime() ?? Number.NaN;
  const driftS = Math.max(before - there, there - after, 0) / 1000;
  const remedy = 'Install chrony or systemd-timesyncd on both machines and check that it reaches a time server.';
  const found = `This machine and the database are ${driftS.toFixed(1)} s apart.`;
  const drift =
    driftS > FAULT_S
      ? clock.fault(`${found} No job that moves money runs.`, remedy)
      : driftS > WARN_S
        ? clock.warning(found, remedy)
        : clock.ok(found);
  const synchronised = await isSynchronised();
  if (synchronised === false) return [drift, clock.warning('NTP does not keep the clock of this machine.', remedy)];
  return [drift];
}
