import type { Instance } from '@portal/contract/console/operations';
import type { Database } from '../../platform/database/connection.ts';
import { listInstances as listRows } from '../../platform/instances/instance.repository.ts';

/** A machine, with the port where one is fixed: several instances may share the machine. */
export function instanceName({ hostName, port }: { readonly hostName: string; readonly port: number | null }): string {
  return port ? `${hostName}:${port}` : hostName;
}

/** The instances of the last day. `answeringId` is the one that answers. */
export async function listInstances(database: Database, answeringId: string): Promise<Instance[]> {
  const rows = await listRows(database);
  return rows.map((row) => ({
    id: row.id,
    name: instanceName(row),
    version: row.version,
    commit: row.commit,
    state: row.isRunning ? 'running' : row.stoppedAt ? 'stopped' : 'gone',
    startedAt: row.startedAt.toISOString(),
    seenAt: (row.stoppedAt ?? row.seenAt).toISOString(),
    isAnswering: row.id === answeringId,
  }));
}
