/**
 * The local PostgreSQL cannot be used. The message tells an operator why and what to do, without
 * needing the stack.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';

  /** Whether a retry may succeed, because the machine and not the folder is the cause. */
  readonly mayPass: boolean;

  constructor(reason: string, { mayPass = false, ...options }: ErrorOptions & { readonly mayPass?: boolean } = {}) {
    super(`The embedded PostgreSQL cannot run: ${reason}. To use a PostgreSQL of your own, set DATABASE_URL.`, options);
    this.mayPass = mayPass;
  }
}
