import type { ProofForm } from '@portal/contract/identity/proof';
import type { FastifyRequest } from 'fastify';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import type { Viewer } from '../../platform/http/authorisation/session-cookie.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { hasIdentity } from '../directory-sign-in/directory-identity.repository.ts';
import { holderOf } from '../passkeys/create-challenges.ts';
import { findPasskeyState } from '../passkeys/passkey.repository.ts';
import { type VerifyPasskeyDependencies, verifyPasskey } from '../passkeys/verify-passkey.ts';
import { findSecondFactor } from '../second-factor/second-factor.repository.ts';
import { type SecondFactorDependencies, verifySecondFactor } from '../second-factor/verify-second-factor.ts';
import type { Sessions } from '../sessions/create-sessions.ts';
import type { Passwords } from '../sign-in/create-passwords.ts';
import type { SignInThrottle } from '../sign-in/create-sign-in-throttle.ts';
import { verifyPassword } from '../sign-in/verify-password.ts';

export type ProofDeps = {
  readonly database: Database;
  readonly passwords: Passwords;
  readonly throttle: SignInThrottle;
  readonly sessions: Pick<Sessions, 'recordProof' | 'recordSecondFactor'>;
  readonly secondFactor: SecondFactorDependencies & VerifyPasskeyDependencies;
  /** Whether staff sign in by the operator's directory here. */
  readonly hasDirectory: boolean;
};

type ProofKind = 'password' | 'code' | 'passkey' | 'directory';

/**
 * How a person proves who they are: with a code where an authenticator app is set up, since their
 * password alone does not sign them in either; with a passkey, where nothing else opens the console.
 */
export async function findProofKind(
  { hasDirectory }: Pick<ProofDeps, 'hasDirectory'>,
  database: Queryable,
  userId: number,
): Promise<ProofKind> {
  if ((await findPasskeyState(database, userId)).passkeyOnly) return 'passkey';
  const app = await findSecondFactor(database, userId);
  if (app !== null && app.confirmedAt !== null) return 'code';
  return hasDirectory && (await hasIdentity(database, userId)) ? 'directory' : 'password';
}

function missing(field: keyof ProofForm, message: string): ApiError {
  return new ApiError('request.invalid', { message, errors: { [field]: message } });
}

async function verify(
  deps: ProofDeps,
  viewer: Viewer,
  { password, code, credential }: ProofForm,
  request: FastifyRequest,
  kind: ProofKind,
): Promise<string> {
  const record = (tx: Transaction) => recordProofAudit(tx, viewer, 'proof.give', kind);
  if (kind === 'directory') throw new ApiError('session.proof-at-directory');
  if (kind === 'code') {
    if (!code) throw missing('code', 'Enter the code');
    return verifySecondFactor(deps.secondFactor, viewer.user, code, async (tx) => {
      await record(tx);
      return deps.sessions.recordSecondFactor(tx, request);
    });
  }
  if (kind === 'passkey') {
    if (!credential) throw missing('credential', 'Use your passkey');
    await verifyPasskey(deps.secondFactor, { holder: holderOf(viewer), userId: viewer.user.id, credential });
    return deps.database.transaction(async (tx) => {
      await record(tx);
      return deps.sessions.recordSecondFactor(tx, request);
    });
  }
  if (!password) throw missing('password', 'Password is required');
  const { attempt } = await deps.passwords.withPlace(() => verifyPassword(deps, viewer, password, request, 'password'));
  return deps.database.transaction(async (tx) => {
    await attempt.forget(tx);
    await record(tx);
    return deps.sessions.recordProof(tx, request);
  });
}

async function recordProofAudit(tx: Transaction, { user }: Viewer, action: string, by: ProofKind): Promise<void> {
  await recordAudit(tx, { actorId: user.id, action, subject: `customer:${user.id}`, before: null, after: { by } });
}

const WRONG: ReadonlySet<string> = new Set([
  'account.wrong-password',
  'second-factor.wrong-code',
  'passkey.refused',
  'passkey.cloned',
]);

/**
 * Takes a proof that the person of this session is its owner, counted like a sign-in (threats A17,
 * A18), and gives the session a new token. Returns the Set-Cookie value. Proofs and wrong ones are
 * audited. Throws ApiError account.wrong-password, second-factor.wrong-code (each beside its field), passkey.expired, passkey.refused, passkey.cloned,
 * session.proof-at-directory, request.invalid for the other kind of proof, request.too-many,
 * service.unavailable.
 */
export async function giveProof(
  deps: ProofDeps,
  viewer: Viewer,
  form: ProofForm,
  request: FastifyRequest,
): Promise<string> {
  const kind = await findProofKind(deps, deps.database, viewer.user.id);
  try {
    return await verify(deps, viewer, form, request, kind);
  } catch (error) {
    if (error instanceof ApiError && WRONG.has(error.code)) {
      await deps.database.transaction((tx) => recordProofAudit(tx, viewer, 'proof.fail', kind));
    }
    throw error;
  }
}
