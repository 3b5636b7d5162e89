import type { SignInHelp } from '@portal/contract/identity/sign-in-help';
import type { Clock } from '@portal/kernel/clock';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import type { AcceptedSecrets } from '../../platform/crypto/accepted-secrets.ts';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type AccountRow, findAccount } from '../accounts/account.repository.ts';
import { findPasskeyState } from '../passkeys/passkey.repository.ts';
import { listTokens } from '../recovery/account-token.repository.ts';
import { findBlockedUntil, findSecondFactor } from '../second-factor/second-factor.repository.ts';
import { keyOfUnknownDevices } from '../sign-in/create-sign-in-throttle.ts';
import type { SignInRecorder } from './create-sign-in-recorder.ts';
import type { ListLinkMessages } from './link-messages.port.ts';
import { listEmailKeys, listSignInRecords, listThrottleKeys, listWaits } from './sign-in-record.repository.ts';

const LINKS = 'password-reset:';

export type ReadSignInHelpDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: AcceptedSecrets;
  readonly recorder: Pick<SignInRecorder, 'flush'>;
  readonly listLinkMessages: ListLinkMessages;
};

/** The number that texts about signing in go to: one that was proved, or the only way to reach the person. */
export function numberForLinks(account: AccountRow): string | null {
  return account.phoneVerifiedAt !== null || !hasMailbox(account.email) ? account.phone : null;
}

/** The keys of all unknown devices together, of each address that leads to the account. */
export async function keysOfUnknownDevices(
  queryable: Queryable,
  secrets: AcceptedSecrets,
  userId: number,
): Promise<string[]> {
  return (await listEmailKeys(queryable, userId)).map((emailKey) => keyOfUnknownDevices(secrets, emailKey));
}

/** A link to the same number may be for another account that has verified it. */
async function readLinks(deps: ReadSignInHelpDeps, { id, email, phone }: AccountRow): Promise<SignInHelp['links']> {
  const recipients = phone === null ? [email] : [email, phone];
  const messages = await deps.listLinkMessages(deps.database, { recipients, prefix: LINKS });
  const hashOf = ({ messageKey }: { readonly messageKey: string }) => messageKey.slice(LINKS.length);
  const tokens = await listTokens(deps.database, messages.map(hashOf));
  const known = new Map(tokens.map((token) => [token.tokenHash, token]));
  return messages.flatMap((message) => {
    const token = known.get(hashOf(message));
    if (token && token.userId !== id) return [];
    const { by, at, delivery } = message;
    return [{ by, at: at.toISOString(), delivery, used: (token?.usedAt ?? null) !== null }];
  });
}

/** Where the account stands: what lets somebody in, and what waits. */
async function readState(deps: ReadSignInHelpDeps, account: AccountRow) {
  const { database } = deps;
  const { id, email, phone } = account;
  const factor = await findSecondFactor(database, id);
  const { passkeys } = await findPasskeyState(database, id);
  return {
    isStaff: account.role === 'admin',
    disabled: account.disabled,
    mailbox: hasMailbox(email) ? { email, verified: account.emailVerifiedAt !== null } : null,
    number:
      phone === null
        ? null
        : { phone, verified: account.phoneVerifiedAt !== null, takesLinks: numberForLinks(account) !== null },
    hasApp: (factor?.confirmedAt ?? null) !== null,
    passkeys,
    codesWaitUntil: (await findBlockedUntil(database, id))?.toISOString() ?? null,
  };
}

/**
 * A customer's last sign-ins with what stopped each, and what keeps them out now. Throws ApiError
 * customer.not-found.
 */
export async function readSignInHelp(deps: ReadSignInHelpDeps, userId: number): Promise<SignInHelp> {
  const { database, secrets } = deps;
  await deps.recorder.flush();
  const account = await findAccount(database, userId);
  if (account === null) throw new ApiError('customer.not-found');
  const records = await listSignInRecords(database, userId);
  const unknownDevices = await keysOfUnknownDevices(database, secrets, userId);
  const waits = await listWaits(database, [
    ...unknownDevices,
    ...(await listThrottleKeys(database, userId, deps.clock())),
  ]);
  const untils = unknownDevices.flatMap((key) => waits.get(key)?.getTime() ?? []);
  return {
    ...(await readState(deps, account)),
    newDevicesWaitUntil: untils.length === 0 ? null : new Date(Math.max(...untils)).toISOString(),
    links: await readLinks(deps, account),
    attempts: records.map(({ id, at, outcome, way, device, knownDevice, addressPrefix, throttleKey }) => ({
      id,
      at: at.toISOString(),
      outcome,
      way,
      device,
      knownDevice,
      address: addressPrefix.includes(':') ? `${addressPrefix}:…` : `${addressPrefix}.…`,
      waitsUntil: (throttleKey !== null && waits.get(throttleKey)?.toISOString()) || null,
    })),
  };
}
