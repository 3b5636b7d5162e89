import type { RegistrationForm } from '@portal/contract/account';
import type { Clock } from '@portal/kernel/clock';
import type { FastifyRequest } from 'fastify';
import type { Database, Transaction } from '../../database/connection.ts';
import { Refusal } from '../../http/refusal.ts';
import { emailKey, findPasswordFault, referralCode } from './account.policy.ts';
import { type AccountRow, findAccountByEmailKey, insertAccount } from './account.repository.ts';
import type { BrowserMarks } from './create-browser-marks.ts';
import type { Passwords } from './create-passwords.ts';
import type { Sessions } from './create-sessions.ts';
import type { SignedIn } from './log-in.ts';
import { presentUser } from './present-user.ts';

export type RegisterCustomerDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
  readonly passwords: Passwords;
  readonly sessions: Pick<Sessions, 'startSession'>;
  readonly browserMarks: BrowserMarks;
  /** Notes who brought this customer; an unknown code is nobody's. */
  readonly recordReferral: (
    tx: Transaction,
    referral: { readonly referralCode: string; readonly refereeId: number; readonly now: Date },
  ) => Promise<void>;
};

/** More codes than ever collide in a row by chance. */
const CODE_ATTEMPTS = 4;

async function openAccount(
  tx: Transaction,
  deps: RegisterCustomerDeps,
  form: RegistrationForm,
  passwordHash: string,
): Promise<AccountRow> {
  const key = emailKey(form.email);
  const now = deps.clock();
  for (let attempt = 0; attempt < CODE_ATTEMPTS; attempt++) {
    const account = await insertAccount(tx, {
      email: form.email,
      emailKey: key,
      passwordHash,
      firstName: form.firstName,
      lastName: form.lastName,
      referralCode: referralCode(deps.randomBytes(8)),
      createdAt: now,
      updatedAt: now,
    });
    if (account) return account;
    if (await findAccountByEmailKey(tx, key)) throw new Refusal('account.email-taken');
  }
  throw new Error('no free referral code');
}

/**
 * Opens a customer account, never another role, and signs in. Of parallel registrations of one mailbox exactly one succeeds.
 * Refuses with account.weak-password (reason in errors.password), account.email-taken, service.unavailable, and what fills in the trap field with request.invalid.
 */
export async function registerCustomer(
  deps: RegisterCustomerDeps,
  form: RegistrationForm,
  request: FastifyRequest,
): Promise<SignedIn> {
  if (form.website) throw new Refusal('request.invalid');
  const fault = findPasswordFault(form.password, form);
  if (fault !== null) throw new Refusal('account.weak-password', { errors: { password: fault } });
  const passwordHash = await deps.passwords.withPlace(() => deps.passwords.hash(form.password));
  return deps.database.transaction(async (tx) => {
    const account = await openAccount(tx, deps, form, passwordHash);
    if (form.referralCode) {
      await deps.recordReferral(tx, {
        referralCode: form.referralCode,
        refereeId: account.id,
        now: account.createdAt,
      });
    }
    const cookie = await deps.sessions.startSession(tx, account.id, request);
    return { user: presentUser(account), setCookies: [cookie, deps.browserMarks.issue(account.emailKey)] };
  });
}
