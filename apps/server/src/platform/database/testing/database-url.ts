import type { TestConnection } from './test-server.setup.ts';

type Connection = Pick<TestConnection, 'host' | 'port' | 'user'> & { database: string; password?: string };

/** A connection as an operator writes it into DATABASE_URL; `host` may be the folder of a socket. */
export function databaseUrlOf({ host, port, user, password, database }: Connection): string {
  const login = password ? `${user}:${password}` : user;
  return `postgres://${login}@localhost/${database}?${new URLSearchParams({ host, port: String(port) })}`;
}
