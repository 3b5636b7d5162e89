import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const ANSWER_WITHIN_MS = 5000;
const ASK_AGAIN_AFTER_MS = 200;
/** Of a server that is there and is starting, full of connections or ends this one. */
const BUSY = /^(57P03|53300|ECONNRESET|EPIPE)$/;
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

async function readFactsOf(url: string): Promise<ServerFacts> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await readServerFacts(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Asks the PostgreSQL of the setting whether the portal can use it, again for 5 s while it is busy.
 * A sentence for the operator, or none; never the password of the address.
 */
export async function probeDatabase(setting: string, url: string): Promise<string[]> {
  const { host, port } = new pg.Client({ connectionString: url });
  const name = `${setting}: ${host}:${port}`;
  const giveUpAt = performance.now() + ANSWER_WITHIN_MS;
  for (;;) {
    try {
      const fault = judgeDatabase(name, await readFactsOf(url));
      return fault === null ? [] : [fault];
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && BUSY.test(String(error.code));
      if (!isBusy || performance.now() > giveUpAt) {
        return [`${name} cannot be used (${error instanceof Error ? error.message || String(error) : String(error)})`];
      }
      await sleep(ASK_AGAIN_AFTER_MS);
    }
  }
}
