import pg from 'pg';

const ANSWER_WITHIN_MS = 5000;

/** Copies of a server have its identifier; `behind`: seconds since the last transaction it replayed. */
type Facts = { readonly is_replica: boolean; readonly system: string; readonly behind: number | null };

async function readFacts(url: string): Promise<Facts> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Facts>(
      `select pg_is_in_recovery() as is_replica, (select system_identifier::text from pg_control_system()) as system,
        extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as behind`,
    );
    if (!rows[0]) throw new Error('PostgreSQL returned no row');
    return rows[0];
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Compares the servers of DATABASE_URL and DATABASE_REPLICA_URL. `fault`: why the second is no
 * replica of the first, in a sentence; null when it is. `behindSeconds` is right while a portal runs,
 * which commits something every two seconds. Rejects when one of them does not answer.
 */
export async function probeReplica(
  databaseUrl: string,
  replicaUrl: string,
): Promise<{ readonly fault: string | null; readonly behindSeconds: number | null }> {
  const [primary, replica] = await Promise.all([readFacts(databaseUrl), readFacts(replicaUrl)]);
  return { fault: judge(primary, replica), behindSeconds: replica.behind };
}

function judge(primary: Facts, replica: Facts): string | null {
  if (replica.system !== primary.system) return 'DATABASE_REPLICA_URL is a replica of another server than DATABASE_URL';
  if (!replica.is_replica)
    return 'DATABASE_REPLICA_URL is no replica: the server there takes writes (pg_is_in_recovery() is false)';
  return null;
}
