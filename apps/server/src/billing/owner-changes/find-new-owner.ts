import { emailAddress } from '@portal/contract/platform/fields';
import { isAccountNumber } from '@portal/kernel/account-number';
import { hasMailbox } from '@portal/kernel/messaging/mail';
import { emailKey, nigerianMobile } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findCounterAccount } from '../counter/counter-customer.repository.ts';
import { type FoundAccount, findAccountById, findAccounts } from './new-owner.repository.ts';

const UNKNOWN = 'Enter an account number, an email address or a Nigerian mobile number.';
const NO_ACCOUNT = 'There is no account with this number.';
const SEVERAL = 'Several customers have this telephone number. Enter the account number.';
const UNREACHABLE = 'This customer has neither a mailbox nor a telephone number for the link.';

/** Who is to have a line, and where the link for it goes; `account` is null for somebody who has none yet. */
export type NewOwner = {
  readonly account: { readonly id: number; readonly accountNumber: string; readonly name: string } | null;
  readonly recipient: string;
  readonly reachedBy: 'mail' | 'text';
};

function invalid(message: string): ApiError {
  return new ApiError('request.invalid', { message, errors: { to: message } });
}

/** Throws owner-change.same-owner, owner-change.not-a-customer. */
function requireCustomer(account: FoundAccount | null, fromAccountId: number): FoundAccount {
  if (account?.id === fromAccountId) throw new ApiError('owner-change.same-owner');
  if (!account || account.isDisabled || account.role !== 'customer') throw new ApiError('owner-change.not-a-customer');
  return account;
}

async function findWritten(queryable: Queryable, to: string) {
  const digits = to.replace(/[\s-]/g, '');
  if (isAccountNumber(digits)) {
    const found = await findAccounts(queryable, { number: digits });
    if (found.length === 0) throw invalid(NO_ACCOUNT);
    return { found, recipient: null };
  }
  const mailbox = emailAddress.safeParse(to);
  if (mailbox.success) {
    return { found: await findAccounts(queryable, { emailKey: emailKey(mailbox.data) }), recipient: mailbox.data };
  }
  const phone = nigerianMobile(to);
  if (phone === null) throw invalid(UNKNOWN);
  const found = await findAccounts(queryable, { phone });
  if (found.length > 1) throw invalid(SEVERAL);
  return { found, recipient: phone };
}

/** An account as the one to which a line goes. Throws what requireCustomer throws, and request.invalid. */
async function asNewOwner(queryable: Queryable, account: FoundAccount): Promise<NewOwner> {
  const contact = await findCounterAccount(queryable, account.id);
  if (!contact) throw new Error(`account ${account.id} has no contact`);
  const { id, accountNumber, email, phone, companyName } = contact;
  const recipient = hasMailbox(email) ? email : phone;
  if (recipient === null) throw invalid(UNREACHABLE);
  return {
    account: { id, accountNumber, name: companyName ?? contact.name },
    recipient,
    reachedBy: hasMailbox(email) ? 'mail' : 'text',
  };
}

/**
 * Who is meant by an account number, a mailbox or a telephone number, which may be that of somebody
 * without an account. Throws request.invalid with the sentence at `to`, owner-change.same-owner,
 * owner-change.not-a-customer.
 */
export async function findNewOwner(
  queryable: Queryable,
  { to, fromAccountId }: { readonly to: string; readonly fromAccountId: number },
): Promise<NewOwner> {
  const { found, recipient } = await findWritten(queryable, to);
  const [account] = found;
  if (account) return asNewOwner(queryable, requireCustomer(account, fromAccountId));
  if (recipient === null) throw invalid(UNKNOWN);
  return { account: null, recipient, reachedBy: recipient.includes('@') ? 'mail' : 'text' };
}

/** The account that accepts, by its id. Throws what requireCustomer throws. */
export async function requireNewOwner(queryable: Queryable, toAccountId: number, fromAccountId: number): Promise<void> {
  requireCustomer(await findAccountById(queryable, toAccountId), fromAccountId);
}
