/** The local PostgreSQL cannot be used; the message tells an operator why and what to do, without a need for the stack. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The embedded PostgreSQL cannot run: ${reason}. To use a PostgreSQL of your own, set DATABASE_URL.`, options);
  }
}
