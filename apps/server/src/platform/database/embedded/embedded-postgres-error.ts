/**
 * The local PostgreSQL cannot be used; the message tells an operator why and what to do, without a
 * need for the stack.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';

  /** Whether the same may work later, for the machine and not the folder is at fault. */
  readonly mayPass: boolean;

  constructor(reason: string, { mayPass = false, ...options }: ErrorOptions & { readonly mayPass?: boolean } = {}) {
    super(`The embedded PostgreSQL cannot run: ${reason}. To use a PostgreSQL of your own, set DATABASE_URL.`, options);
    this.mayPass = mayPass;
  }
}
