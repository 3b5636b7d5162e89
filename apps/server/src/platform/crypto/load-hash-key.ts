import type { Queryable } from '../database/connection.ts';
import type { AcceptedSecrets } from './accepted-secrets.ts';
import { createEncryption } from './encryption.ts';
import { findOrInsertKey, storedKeys } from './hash-key.repository.ts';

/**
 * The key of HMACs that cannot be made anew, because what they were made of is not stored: recovery
 * codes and the fingerprints of cards. It is stored once, encrypted, and stays when every secret is
 * turned. Its first value is the session secret of that time, which keyed them before it existed.
 */
export async function loadHashKey(deps: {
  readonly database: Queryable;
  readonly sessionSecret: string;
  readonly keys: AcceptedSecrets;
  readonly randomBytes: (size: number) => Buffer;
}): Promise<string> {
  const { encrypt, decrypt } = createEncryption({ ...deps, purpose: storedKeys.purpose });
  return decrypt(await findOrInsertKey(deps.database, 'hash', encrypt(deps.sessionSecret)));
}
