import type { CredentialProof } from '@portal/contract/identity/passkeys';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import type { Mail } from '@portal/kernel/messaging/mail';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { Settings } from '../../platform/settings/create-settings.ts';
import { lockAccount } from '../accounts/account.repository.ts';
import type { WebAuthn } from './create-web-authn.ts';
import { disablePasskey, findPasskey, type PasskeyRow, takeChallenge, usePasskey } from './passkey.repository.ts';
import { passkeyClonedLetter } from './passkey-mail.ts';

export type VerifyPasskeyDependencies = {
  readonly database: Database;
  readonly webAuthn: WebAuthn;
  readonly settings: Pick<Settings, 'get'>;
  readonly queueEmail: (tx: Transaction, mail: Mail) => Promise<void>;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
};

type Proof = {
  /** Whose challenge the credential answers (holderOf). */
  readonly holder: string;
  /** Whose passkey it has to be; null at a sign-in, where the passkey says it. */
  readonly userId: number | null;
  readonly credential: CredentialProof;
  /** Told whose passkey it says to be, before that is proved. */
  readonly onOwner?: (userId: number) => void;
};

/** Whether it was this call that disabled the passkey; its owner hears of it once. */
async function disableCopied(
  deps: VerifyPasskeyDependencies,
  tx: Transaction,
  { id, userId }: PasskeyRow,
): Promise<void> {
  const account = await lockAccount(tx, userId);
  if (!account || !(await disablePasskey(tx, id))) return;
  const subject = `customer:${userId}`;
  await deps.recordAudit(tx, {
    actorId: userId,
    action: 'passkey.cloned',
    subject,
    before: null,
    after: { passkey: id },
  });
  await deps.queueEmail(tx, {
    category: 'account',
    userId,
    messageKey: `passkey-cloned:${id}`,
    recipient: account.email,
    ...passkeyClonedLetter(deps.settings),
  });
}

/**
 * Verifies a passkey, which proves both factors, and uses its challenge up whatever comes of it. Where
 * the authenticator's count went back there is a copy of it: the passkey is disabled, and its owner told.
 * Returns the id of its owner. Throws ApiError passkey.expired, passkey.refused, passkey.cloned.
 */
export async function verifyPasskey(
  deps: VerifyPasskeyDependencies,
  { holder, userId, credential, onOwner }: Proof,
): Promise<number> {
  const kept = await takeChallenge(deps.database, holder);
  if (kept === null) throw new ApiError('passkey.expired');
  const passkey = await findPasskey(deps.database, credential.id);
  if (passkey === null || (userId ?? passkey.userId) !== passkey.userId) throw new ApiError('passkey.refused');
  onOwner?.(passkey.userId);
  const { userHandle } = credential.response;
  if (userHandle !== undefined && userHandle !== passkey.userHandle) throw new ApiError('passkey.refused');
  const state = await deps.webAuthn.verifyProof(credential, kept.challenge, passkey);
  const isUsed = await deps.database.transaction(async (tx) => {
    const used = await usePasskey(tx, passkey.id, state);
    if (!used) await disableCopied(deps, tx, passkey);
    return used;
  });
  if (!isUsed) throw new ApiError('passkey.cloned');
  return passkey.userId;
}
