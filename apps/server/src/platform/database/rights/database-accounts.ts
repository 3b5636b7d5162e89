import pg from 'pg';
import type { Config } from '../../config/config.ts';
import { type EmbeddedPostgres, PORTAL_ROLE } from '../embedded/start-embedded-postgres.ts';

type Accounts = {
  /** How the portal connects. */
  readonly settings: pg.PoolConfig;
  /** How the owner of its tables does, for migrations and partitions. */
  readonly owner: pg.ClientConfig;
  /** The portal's account; null where it is the owner itself. */
  readonly portalRole: string | null;
};

/** The embedded database has both accounts by itself. */
export function embeddedAccounts(connection: EmbeddedPostgres['connection']): Accounts {
  return { settings: { ...connection, user: PORTAL_ROLE }, owner: connection, portalRole: PORTAL_ROLE };
}

/** Of a PostgreSQL of the operator's; one account where no other is configured. */
export function givenAccounts({ databaseUrl, migrationUrl }: Pick<Config, 'databaseUrl' | 'migrationUrl'>): Accounts {
  const settings = { connectionString: databaseUrl ?? '' };
  const owner = { connectionString: migrationUrl ?? databaseUrl ?? '' };
  const [portal, migrator] = [new pg.Client(settings).user, new pg.Client(owner).user];
  return { settings, owner, portalRole: portal === undefined || portal === migrator ? null : portal };
}
