import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs a bench in a folder of its own, which is deleted afterwards; with the logs it stays when the
 * bench itself has failed. `bench` returns whether all goals are reached, which is the exit code.
 */
export async function inFolder(name: string, bench: (folder: string) => Promise<boolean>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), `portal-${name}-`));
  // The embedded database may run under an account of its own, which needs access.
  chmodSync(folder, 0o711);
  try {
    const reached = await bench(folder);
    rmSync(folder, { recursive: true, force: true });
    if (!reached) process.exitCode = 1;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\nLogs are in ${folder}.`);
    process.exitCode = 1;
  }
}
