import { ALL_OTHERS } from '@portal/contract/network/staff-access-servers';
import type { Clock } from '@portal/kernel/clock';
import type { FastifyBaseLogger } from 'fastify';
import type { NasSecret } from '../../platform/config/nas-secrets.ts';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import type { Database } from '../../platform/database/connection.ts';
import { DEFAULT_PROFILE } from '../vendor-profiles/built-in-profiles.ts';
import { findBuiltIn } from '../vendor-profiles/vendor-profile.repository.ts';
import { insertServer, listKnownAddresses } from './access-server.repository.ts';
import { addressOf } from './server-address.policy.ts';

/** What the entry for every other address is called. */
const ALL_OTHERS_NAME = 'All others';

export type TakeOverDependencies = {
  readonly database: Database;
  readonly clock: Clock;
  readonly encryption: Pick<Encryption, 'encrypt'>;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  readonly nasSecrets: readonly NasSecret[];
  readonly previousNasSecrets: readonly NasSecret[];
};

/**
 * Puts the access servers of NAS_SECRETS on the list that never were on it: each is taken over once, on any number
 * of instances at once, so that a later change or retirement by staff stays. The log says what became of the variable.
 */
export async function takeOverNasSecrets(deps: TakeOverDependencies): Promise<void> {
  const { database, clock, encryption, log, nasSecrets, previousNasSecrets: previous } = deps;
  if (nasSecrets.length === 0) return;
  const known = await listKnownAddresses(database);
  const common = await findBuiltIn(database, DEFAULT_PROFILE);
  if (!common) throw new Error('the default vendor profile is missing');
  const taken: string[] = [];
  for (const { address: written, port, secret } of nasSecrets) {
    const address = addressOf(written);
    if (known.has(address)) continue;
    const former =
      previous.find((entry) => addressOf(entry.address) === address) ??
      previous.find((entry) => entry.address === ALL_OTHERS);
    const id = await insertServer(
      database,
      {
        name: address === ALL_OTHERS ? ALL_OTHERS_NAME : address,
        address,
        profileId: common.id,
        area: null,
        coaPort: port,
        encryptedSecret: encryption.encrypt(secret),
        encryptedPreviousSecret: former ? encryption.encrypt(former.secret) : '',
        takenOverFrom: address,
      },
      clock(),
    );
    if (id !== null) taken.push(address);
  }
  if (taken.length > 0) log.info({ addresses: taken }, 'access servers were taken over from NAS_SECRETS');
  else log.warn('NAS_SECRETS is ignored: its access servers are on the list of the console. Remove the variable.');
}
