import type { Config } from '@portal/server/platform/config/config';
import { probeReplica } from '@portal/server/platform/database/replica/probe-replica';
import { about, type Finding, messageOf } from './finding.ts';

const replica = about('Replica');
/** Beyond this the portal does not read it. */
const MOST_BEHIND_SECONDS = 10;

/** Whether staff's lists can be read on DATABASE_REPLICA_URL. */
export async function checkReplica({
  databaseUrl,
  replicaUrl,
}: Pick<Config, 'databaseUrl' | 'replicaUrl'>): Promise<Finding> {
  if (databaseUrl === null || replicaUrl === null)
    return replica.skipped('DATABASE_REPLICA_URL is not set: staff’s lists are read on the primary.');
  try {
    const { fault, behindSeconds } = await probeReplica(databaseUrl, replicaUrl);
    if (fault !== null) return replica.fault(`${fault}.`, 'Name a streaming replica, or remove DATABASE_REPLICA_URL.');
    if (behindSeconds !== null && behindSeconds <= MOST_BEHIND_SECONDS)
      return replica.ok(`It is ${behindSeconds.toFixed(1)} seconds behind.`);
    const age = behindSeconds === null ? 'has replayed nothing' : `is ${behindSeconds.toFixed(0)} seconds behind`;
    return replica.warning(
      `It ${age}: staff’s lists are read on the primary.`,
      'Look for what keeps it back: docs/runbooks/replica-behind.md.',
    );
  } catch (error) {
    const found = `It cannot be asked (${messageOf(error)}): staff’s lists are read on the primary.`;
    return replica.warning(found, 'Start it, or correct DATABASE_REPLICA_URL.');
  }
}
