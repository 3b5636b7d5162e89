import type { FoundAccount } from '@portal/contract/channels/quick-pay';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Billing } from '../../billing/index.ts';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { maskedName } from '../masked-name.policy.ts';
import { readPayCodeText } from '../pay-codes/pay-code.policy.ts';
import { readNamed } from './quick-pay.policy.ts';
import { findByCode, findByName, type PayableAccount } from './quick-pay.repository.ts';
import type { CountQuickPay } from './quick-pay-limits.ts';
import type { QuickPayTokens } from './quick-pay-token.ts';

export type LookupDependencies = {
  readonly database: Database;
  readonly duePayments: Pick<Billing['duePayments'], 'read'>;
  readonly tokens: QuickPayTokens;
  readonly count: Pick<CountQuickPay, 'mayBeFound'>;
};

/** An account that does not exist, for which the same statements are made as for one that does. */
const NOBODY = 0;

/** The one that was meant: of a number its account, of a mailbox or telephone number the only one that has it. */
function theOneOf(found: readonly PayableAccount[]): PayableAccount | null {
  const byNumber = found.filter(({ isByNumber }) => isByNumber);
  const meant = byNumber.length > 0 ? byNumber : found;
  return meant.length === 1 ? (meant[0] ?? null) : null;
}

async function present(
  deps: LookupDependencies,
  account: PayableAccount | null,
  typedNumber: string | null,
): Promise<FoundAccount> {
  const { dueKobo, openBills, nearestDueAt } = await deps.duePayments.read(account?.accountId ?? NOBODY);
  if (account === null) throw new ApiError('quick-pay.not-found');
  const { accountId, companyName, firstName, lastName } = account;
  return {
    token: deps.tokens.sealAccount({ accountId, dueKobo }),
    name: maskedName(companyName === null ? [firstName, lastName] : [companyName]),
    accountNumber: account.isByNumber ? typedNumber : null,
    due: nairaFromKobo(dueKobo),
    openBills,
    nearestDueAt: nearestDueAt?.toISOString() ?? null,
  };
}

/**
 * The account that somebody means who wants to pay, by its number, or by a verified telephone number or mailbox that
 * is one account's alone. Throws quick-pay.not-found for everything else, after the same statements.
 */
export async function lookUpAccount(deps: LookupDependencies, customer: string): Promise<FoundAccount> {
  const named = readNamed(customer);
  const meant = theOneOf(await findByName(deps.database, named));
  const isShown = meant !== null && deps.count.mayBeFound(meant.accountId);
  return present(deps, isShown ? meant : null, named.number);
}

/**
 * The account of a link, however often others have looked for it: nobody keeps its holder from paying. Throws quick-pay.not-found,
 * also for one that was replaced.
 */
export async function lookUpPayCode(deps: LookupDependencies, text: string): Promise<FoundAccount> {
  return present(deps, theOneOf(await findByCode(deps.database, readPayCodeText(text) ?? '')), null);
}
