import { hasMailbox } from '@portal/kernel/messaging/mail';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { AccountRow } from '../accounts/account.repository.ts';
import { resetLetter, resetText } from '../accounts/account-mail.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { accountNoticeComposed } from '../events.ts';
import { memberOfStaff, takeTextedLink } from '../phone-verification/count-texted-link.ts';
import { textPasswordLink } from '../recovery/text-password-link.ts';
import type { SignInHelpDeps } from './help-dependencies.ts';
import { lockHelpedCustomer } from './lock-helped-customer.ts';
import { numberForLinks } from './read-sign-in-help.ts';

const SENT_OFTEN =
  'A link was sent there less than a minute ago, or several today. Wait a moment, or choose the other way.';

const tooMany = () => new ApiError('request.too-many', { message: SENT_OFTEN, retryAfterSeconds: 60 });

type LinkOrder = {
  readonly userId: number;
  readonly staffId: number;
  readonly by: 'email' | 'text';
  /** Of the request; names what is sent for it. */
  readonly requestId: string;
};

async function mailLink(deps: SignInHelpDeps, tx: Transaction, account: AccountRow): Promise<null> {
  if (!hasMailbox(account.email)) throw new ApiError('sign-in.no-way');
  if (!(await deps.links.takeTurn(tx, 'password-reset', account.emailKey))) throw tooMany();
  await deps.links.send(tx, 'password-reset', account, resetLetter);
  return null;
}

async function textLink(deps: SignInHelpDeps, tx: Transaction, account: AccountRow, order: LinkOrder) {
  const phone = numberForLinks(account);
  if (phone === null) throw new ApiError('sign-in.no-way');
  const textCodes = deps.corrections.textCodes();
  if (!textCodes.canReachPhones) throw new ApiError('phone.sending-failed');
  const text = { phone, spender: memberOfStaff(order.staffId), isKnown: true };
  if (!(await deps.links.takeTurn(tx, 'password-reset', phone)) || !(await takeTextedLink(deps, tx, text))) {
    throw tooMany();
  }
  // Whoever reads the mailbox learns of what went elsewhere.
  const notice = {
    key: `password-link:${order.requestId}`,
    kind: 'password-link-texted',
    customerId: account.id,
  } as const;
  await deps.corrections.publish(tx, accountNoticeComposed, { ...notice, values: {} });
  return textPasswordLink({ links: deps.links, textCodes }, tx, { id: account.id, phone }, { write: resetText });
}

/**
 * Sends a customer the link that sets a new password, once: to the mailbox for an hour, or to the number for
 * ten minutes, of which the mailbox is told. The older link ends. Audited. Throws ApiError customer.not-found,
 * customer.is-staff, customer.own-account, sign-in.closed, sign-in.no-way, phone.sending-failed,
 * request.too-many.
 */
export async function sendPasswordLink(deps: SignInHelpDeps, order: LinkOrder): Promise<void> {
  const deliver = await runTransaction(deps.database, async (tx) => {
    const account = await lockHelpedCustomer(tx, order);
    if (account.disabled) throw new ApiError('sign-in.closed');
    await recordAudit(tx, {
      actorId: order.staffId,
      action: 'customer.password-link',
      subject: `customer:${account.id}`,
      before: null,
      after: { by: order.by },
    });
    return order.by === 'email' ? mailLink(deps, tx, account) : textLink(deps, tx, account, order);
  });
  // One that is not taken now is sent again by the job, while it is good.
  await deliver?.();
}
