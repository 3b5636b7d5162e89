import type { NewCredential, PasskeyView } from '@portal/contract/identity/passkeys';
import { passkeyTransport } from '@portal/contract/identity/passkeys';
import { signInName } from '@portal/kernel/messaging/mail';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { lockAccount } from '../accounts/account.repository.ts';
import type { Letter } from '../accounts/account-mail.ts';
import { requireReached } from '../accounts/require-reached.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import { holderOf, newChallenge } from './create-challenges.ts';
import {
  deletePasskey,
  findPasskeyState,
  insertPasskey,
  keepChallenge,
  listPasskeyRows,
  type PasskeyRow,
  takeChallenge,
  updatePasskeyName,
} from './passkey.repository.ts';
import { passkeyAddedLetter, passkeyRemovedLetter } from './passkey-mail.ts';
import type { VerifyPasskeyDependencies } from './verify-passkey.ts';

export type ChangePasskeysDependencies = VerifyPasskeyDependencies & {
  readonly randomBytes: (size: number) => Buffer;
};

const MOST_PASSKEYS = 10;
const USER_HANDLE_BYTES = 32;

function presentPasskey({ id, name, createdAt, lastUsedAt, synced, disabledAt }: PasskeyRow): PasskeyView {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    synced,
    disabled: disabledAt !== null,
  };
}

/** Staff who have given only the password must not add a second factor, or take one away. */
function requireSecondFactor({ user, secondFactor }: Viewer): void {
  if (user.role === 'admin' && !secondFactor) throw new ApiError('account.second-factor');
}

type Change = {
  readonly action: 'passkey.add' | 'passkey.remove';
  readonly passkey: PasskeyRow;
  readonly letter: Letter;
};

async function record(deps: ChangePasskeysDependencies, tx: Transaction, viewer: Viewer, change: Change) {
  const { id: userId, email } = viewer.user;
  const { action, passkey, letter } = change;
  const subject = `customer:${userId}`;
  await deps.recordAudit(tx, { actorId: userId, action, subject, before: null, after: { passkey: passkey.id } });
  await deps.queueEmail(tx, {
    category: 'account',
    userId,
    messageKey: `${action}:${passkey.id}`,
    recipient: email,
    ...letter,
  });
}

/** The viewer's passkeys, the oldest first. */
export async function listPasskeys({ database }: ChangePasskeysDependencies, viewer: Viewer): Promise<PasskeyView[]> {
  return (await listPasskeyRows(database, viewer.user.id)).map(presentPasskey);
}

/** What a browser needs to make a passkey. Throws ApiError account.second-factor, account.unverified, passkey.too-many. */
export async function requestNewPasskey(deps: ChangePasskeysDependencies, viewer: Viewer) {
  requireSecondFactor(viewer);
  requireReached(viewer);
  const passkeys = await listPasskeyRows(deps.database, viewer.user.id);
  if (passkeys.length >= MOST_PASSKEYS) throw new ApiError('passkey.too-many');
  const challenge = newChallenge(deps.randomBytes);
  const userHandle = passkeys[0]?.userHandle ?? deps.randomBytes(USER_HANDLE_BYTES).toString('base64url');
  await keepChallenge(deps.database, holderOf(viewer, 'new'), { challenge, userHandle });
  return deps.webAuthn.creationOptions({ challenge, userHandle, name: signInName(viewer.user), passkeys });
}

/**
 * Adds the passkey that the browser has made, and tells its owner. Throws ApiError
 * account.second-factor, passkey.expired, passkey.refused, passkey.known, passkey.too-many.
 */
export async function addPasskey(
  deps: ChangePasskeysDependencies,
  viewer: Viewer,
  { name, credential }: { readonly name: string; readonly credential: NewCredential },
): Promise<PasskeyView> {
  requireSecondFactor(viewer);
  const userId = viewer.user.id;
  const kept = await takeChallenge(deps.database, holderOf(viewer, 'new'));
  if (kept === null || kept.userHandle === null) throw new ApiError('passkey.expired');
  const made = await deps.webAuthn.verifyNew(credential, kept.challenge);
  const transports = (credential.response.transports ?? []).filter((way) => passkeyTransport.safeParse(way).success);
  const { userHandle } = kept;
  return deps.database.transaction(async (tx) => {
    await lockAccount(tx, userId);
    if ((await listPasskeyRows(tx, userId)).length >= MOST_PASSKEYS) throw new ApiError('passkey.too-many');
    const passkey = await insertPasskey(tx, { ...made, userId, userHandle, name, transports });
    if (passkey === null) throw new ApiError('passkey.known');
    await record(deps, tx, viewer, { action: 'passkey.add', passkey, letter: passkeyAddedLetter(deps.settings) });
    return presentPasskey(passkey);
  });
}

/** Throws ApiError passkey.not-found. */
export async function renamePasskey(
  { database }: ChangePasskeysDependencies,
  viewer: Viewer,
  passkey: Pick<PasskeyRow, 'id' | 'name'>,
): Promise<PasskeyView> {
  const renamed = await updatePasskeyName(database, viewer.user.id, passkey);
  if (renamed === null) throw new ApiError('passkey.not-found');
  return presentPasskey(renamed);
}

/**
 * Removes a passkey, ends every other session, and tells its owner. The password remains; where only a
 * passkey is good enough one has to remain. Throws ApiError account.second-factor, passkey.not-found,
 * passkey.last-way-in.
 */
export async function removePasskey(deps: ChangePasskeysDependencies, viewer: Viewer, id: number): Promise<void> {
  const userId = viewer.user.id;
  await deps.database.transaction(async (tx) => {
    await lockAccount(tx, userId);
    const passkey = await deletePasskey(tx, userId, id);
    if (passkey === null) throw new ApiError('passkey.not-found');
    requireSecondFactor(viewer);
    const { passkeys, passkeyOnly } = await findPasskeyState(tx, userId);
    if (passkeyOnly && passkeys === 0) throw new ApiError('passkey.last-way-in');
    await deleteSessionsOf(tx, userId, viewer.sids);
    await record(deps, tx, viewer, { action: 'passkey.remove', passkey, letter: passkeyRemovedLetter(deps.settings) });
  });
}

/** What a browser needs to prove one of the viewer's passkeys. */
export async function requestPasskeyProof(deps: ChangePasskeysDependencies, viewer: Viewer) {
  const challenge = newChallenge(deps.randomBytes);
  await keepChallenge(deps.database, holderOf(viewer), { challenge, userHandle: null });
  const passkeys = await listPasskeyRows(deps.database, viewer.user.id);
  return deps.webAuthn.requestOptions(
    challenge,
    passkeys.filter(({ disabledAt }) => disabledAt === null),
  );
}
