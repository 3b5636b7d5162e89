import { verifyChain } from '@portal/server/identity/audit/verify-chain';
import pg from 'pg';
import { findRunningDatabase } from './find-running-database.ts';

const SAYS = {
  changed: 'CHANGED',
  missing: 'MISSING',
  inserted: 'INSERTED',
  reordered: 'REORDERED',
  anchor: 'NOT IN THE CHAIN',
} as const;

/** The hashes after `--anchor`; null where one is none. */
function anchorsIn(args: readonly string[]): string[] | null {
  const anchors: string[] = [];
  for (let at = 0; at < args.length; at += 2) {
    const hash = args[at + 1]?.toLowerCase() ?? '';
    if (args[at] !== '--anchor' || !/^[0-9a-f]{64}$/.test(hash)) return null;
    anchors.push(hash);
  }
  return anchors;
}

/**
 * Verifies the audit log of a running installation against its hash chain, its stored anchors and those
 * that are given, read-only (docs/audit.md). Returns 1 when something is not as it was chained, 2 for
 * wrong arguments.
 */
export async function verifyAudit(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const anchors = anchorsIn(args);
  if (anchors === null) {
    console.error('npm run verify-audit [-- --anchor HASH …]: the 64 letters and digits of a mailed anchor');
    return 2;
  }
  const client = new pg.Client(findRunningDatabase(env));
  await client.connect();
  try {
    const found = await verifyChain(client, anchors, ({ kind, what }) => console.error(`${SAYS[kind]} ${what}`));
    for (const id of found.redacted) console.log(`redacted record ${id}`);
    console.log(
      `${found.entries} entries of ${found.records} records: ${found.redacted.length} redacted, ${found.dropped} dropped by retention; ${found.pending} of the last minutes wait for their entry.`,
    );
    if (found.end !== null) console.log(`The chain ends with ${found.end}.`);
    console.log(found.faults === 0 ? 'The audit log is right.' : `The audit log is wrong: ${found.faults} faults.`);
    return found.faults === 0 ? 0 : 1;
  } finally {
    await client.end();
  }
}
