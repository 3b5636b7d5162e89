import pg from 'pg';

const ANSWER_WITHIN_MS = 5000;
const OLDEST_MAJOR = 15;

/** What a PostgreSQL says of itself; `version` as in server_version_num. */
export type ServerFacts = {
  readonly version: number;
  readonly version_text: string;
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
};

/** Asks the server of this connection. */
export async function readServerFacts(connection: pg.Pool | pg.Client): Promise<ServerFacts> {
  const { rows } = await connection.query<ServerFacts>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as version_text,
      pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only`,
  );
  if (!rows[0]) throw new Error('PostgreSQL returned no row');
  return rows[0];
}

/** Why this server cannot be the portal's database; null when it can. `name` stands for it. */
export function judgeDatabase(name: string, facts: ServerFacts): string | null {
  if (Math.floor(facts.version / 10_000) < OLDEST_MAJOR) {
    return `${name} is PostgreSQL ${facts.version_text}: ${OLDEST_MAJOR} or newer is needed`;
  }
  if (facts.is_standby) return `${name} is a standby, which only reads: name the primary`;
  return facts.is_read_only ? `${name} does not take writes (default_transaction_read_only is on)` : null;
}

/**
 * Asks the PostgreSQL of the setting whether the portal can use it. A sentence for the operator, or
 * none; never the password of the address.
 */
export async function probeDatabase(setting: string, url: string): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  const name = `${setting}: ${client.host}:${client.port}`;
  client.on('error', () => {});
  try {
    await client.connect();
    const fault = judgeDatabase(name, await readServerFacts(client));
    return fault === null ? [] : [fault];
  } catch (error) {
    return [`${name} cannot be used (${error instanceof Error ? error.message || String(error) : String(error)})`];
  } finally {
    await client.end().catch(() => {});
  }
}
