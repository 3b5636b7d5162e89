import type { CorrectionForm, WaitingCorrection } from '@portal/contract/identity/corrections';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import { mailboxOf } from '@portal/kernel/messaging/mail';
import type { Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { type AccountRow, updateAccount } from '../accounts/account.repository.ts';
import { verificationLetter } from '../accounts/account-mail.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { accountChanged, accountNoticeComposed, languageCorrected } from '../events.ts';
import { lockIdentifiedCustomer } from '../identification/lock-identified-customer.ts';
import { requireNigerianMobile } from '../phone-verification/require-nigerian-mobile.ts';
import type { ContactPayload } from './confirm-by-two.ts';
import { countBegunToday, insertWaitingChange, withdrawChangesOf } from './contact-change.repository.ts';
import type { CorrectionDependencies } from './correction-dependencies.ts';
import { numberLinkText } from './correction-mail.ts';
import { contactOf, requireFree } from './count-contact-change.ts';
import { listSecondFactors } from './take-away-second-factor.ts';
import { maskedContact, sendText, tellOwner } from './tell-owner.ts';

export type CorrectionOrder = {
  readonly userId: number;
  readonly staffId: number;
  readonly form: CorrectionForm & { readonly language?: LanguageCode | undefined };
  /** Of the request; names what is sent for it. */
  readonly requestId: string;
};

const MOST_A_DAY = 3;
/** A text is read at once, a mail on the next days. */
const LINK_MINUTES = { mailbox: 48 * 60, phone: 10 } as const;
const HOUR_SECONDS = 3600;

const TOO_MANY = 'The mailbox or number of this customer was changed three times today. Please try again tomorrow.';
const NOTHING = 'Everything is so already. Change at least one thing.';
const NEEDS_CARD = 'Passkeys and the app are taken away only when two members of staff have seen a card.';
const HAS_NONE = 'This customer has nothing of it that could be taken away.';

const at = (field: string, message: string) =>
  new ApiError('request.invalid', { message, errors: { [field]: message } });

type Wanted = { readonly kind: 'mailbox' | 'phone'; readonly value: string };

/** The new mailbox and number, those that differ. A number that is not verified may be proved as it is. */
function wantedContacts(account: AccountRow, form: CorrectionForm): Wanted[] {
  const wanted: Wanted[] = [];
  if (form.email !== undefined && form.email !== account.email) wanted.push({ kind: 'mailbox', value: form.email });
  if (form.phone !== undefined) {
    const value = requireNigerianMobile(form.phone, 'phone');
    if (value !== account.phone || account.phoneVerifiedAt === null) wanted.push({ kind: 'phone', value });
  }
  return wanted;
}

/** Those of the names that differ. */
function wantedNames(account: AccountRow, form: CorrectionForm) {
  const names: { firstName?: string; lastName?: string } = {};
  if (form.firstName !== undefined && form.firstName !== account.firstName) names.firstName = form.firstName;
  if (form.lastName !== undefined && form.lastName !== account.lastName) names.lastName = form.lastName;
  return names;
}

/** The name and the language, which let nobody in, change at once. */
async function correctDetails(
  deps: CorrectionDependencies,
  tx: Transaction,
  account: AccountRow,
  order: CorrectionOrder,
  names: ReturnType<typeof wantedNames>,
): Promise<void> {
  const { language, identifiedBy, reason } = order.form;
  const now = deps.clock();
  await updateAccount(tx, account.id, { ...names, updatedAt: now });
  if (language !== undefined) await deps.publish(tx, languageCorrected, { userId: account.id, language, now });
  await deps.publish(tx, accountChanged, { userId: account.id, change: 'updated' });
  await recordAudit(tx, {
    actorId: order.staffId,
    action: 'customer.correct',
    subject: `customer:${account.id}`,
    before: { firstName: account.firstName, lastName: account.lastName },
    after: {
      firstName: names.firstName ?? account.firstName,
      lastName: names.lastName ?? account.lastName,
      ...(language !== undefined && { language }),
      identifiedBy,
      reason,
    },
  });
  await deps.publish(tx, accountNoticeComposed, {
    key: `details-corrected:${order.requestId}`,
    kind: 'details-corrected',
    customerId: account.id,
    values: {},
  });
}

/** Sends the new mailbox or number its own link. */
async function sendOwnLink(
  deps: CorrectionDependencies,
  tx: Transaction,
  account: AccountRow,
  order: CorrectionOrder,
  { kind, value }: Wanted,
): Promise<WaitingCorrection> {
  const { identifiedBy, reason } = order.form;
  const previous = contactOf(account, kind);
  const previousVerified = (kind === 'mailbox' ? account.emailVerifiedAt : account.phoneVerifiedAt) !== null;
  const { tokenHash, link } = deps.links.createContactChange();
  const row = { kind, userId: account.id, value, previous, previousVerified, tokenHash, identifiedBy, reason };
  const minutes = LINK_MINUTES[kind];
  const change = await insertWaitingChange(tx, { ...row, requestedBy: order.staffId }, minutes);
  const message = {
    userId: account.id,
    messageKey: `contact-link:${change.id}`,
    recipient: value,
    usefulSeconds: minutes * 60,
  };
  if (kind === 'mailbox') {
    await deps.queueEmail(tx, { ...message, category: 'account', ...verificationLetter(link) });
  } else {
    if (!deps.textCodes().canReachPhones) throw new ApiError('phone.sending-failed');
    await sendText(deps, tx, { ...message, text: numberLinkText(link) });
  }
  const field = kind === 'mailbox' ? 'email' : 'phone';
  await recordAudit(tx, {
    actorId: order.staffId,
    action: 'customer.contact-change',
    subject: `customer:${account.id}`,
    before: { [field]: previous },
    after: { [field]: value, identifiedBy, reason },
  });
  return { what: kind, for: 'link', until: change.expiresAt.toISOString() };
}

/** Asks a second member of staff, who has to see the card, too. */
async function askSecondPerson(
  deps: CorrectionDependencies,
  tx: Transaction,
  account: AccountRow,
  order: CorrectionOrder,
  { kind, value }: Wanted,
): Promise<WaitingCorrection> {
  const previous = contactOf(account, kind);
  const field = kind === 'mailbox' ? ('email' as const) : ('phone' as const);
  const shown = kind === 'mailbox' ? mailboxOf(account.email) || null : previous;
  const approval = await deps.approvals.request(tx, {
    kind,
    userId: account.id,
    payload: { value, previous } satisfies ContactPayload,
    changes: [{ field, from: shown, to: value }],
    identifiedBy: order.form.identifiedBy,
    reason: order.form.reason,
    requestedBy: order.staffId,
  });
  return { what: kind, for: 'second-person', until: approval.expiresAt.toISOString() };
}

async function changeContact(
  deps: CorrectionDependencies,
  tx: Transaction,
  account: AccountRow,
  order: CorrectionOrder,
  { wanted, hasCard }: { readonly wanted: Wanted; readonly hasCard: boolean },
): Promise<WaitingCorrection> {
  const { kind, value } = wanted;
  await requireFree(tx, account.id, kind, value).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const field = kind === 'mailbox' ? 'email' : 'phone';
    throw new ApiError(error.code, { errors: { [field]: error.message } });
  });
  await withdrawChangesOf(tx, account.id, kind);
  const begin = hasCard ? askSecondPerson : sendOwnLink;
  const waiting = await begin(deps, tx, account, order, wanted);
  const change = { what: kind, to: maskedContact(kind, value) };
  await tellOwner(deps, tx, account, { key: `contact-${kind}:${order.requestId}`, when: 'asked', change });
  return waiting;
}

async function askToTakeAway(
  deps: CorrectionDependencies,
  tx: Transaction,
  account: AccountRow,
  order: CorrectionOrder,
): Promise<WaitingCorrection> {
  const has = await listSecondFactors(tx, account.id);
  const lost = [...new Set(order.form.lost ?? [])];
  if (lost.some((one) => !has.includes(one))) throw at('lost', HAS_NONE);
  const approval = await deps.approvals.request(tx, {
    kind: 'second-factor',
    userId: account.id,
    payload: { lost },
    changes: lost.map((field) => ({ field, from: 'set up', to: null })),
    identifiedBy: order.form.identifiedBy,
    reason: order.form.reason,
    requestedBy: order.staffId,
  });
  await tellOwner(deps, tx, account, {
    key: `second-factor-loss:${order.requestId}`,
    when: 'asked',
    change: { what: 'second-factor', to: '' },
  });
  return { what: 'second-factor', for: 'second-person', until: approval.expiresAt.toISOString() };
}

async function correct(
  deps: CorrectionDependencies,
  tx: Transaction,
  order: CorrectionOrder,
): Promise<WaitingCorrection[]> {
  const { form } = order;
  const { account, way } = await lockIdentifiedCustomer(tx, deps.settings, { ...order, ...form });
  const hasCard = way.kind === 'card';
  const names = wantedNames(account, form);
  const contacts = wantedContacts(account, form);
  const isLost = (form.lost?.length ?? 0) > 0;
  const hasDetails = Object.keys(names).length > 0 || form.language !== undefined;
  if (!hasDetails && contacts.length === 0 && !isLost) throw at('reason', NOTHING);
  if (isLost && !hasCard) throw at('identifiedBy', NEEDS_CARD);
  if (contacts.length > 0 && (await countBegunToday(tx, account.id, deps.clock())) + contacts.length > MOST_A_DAY) {
    throw new ApiError('request.too-many', { message: TOO_MANY, retryAfterSeconds: HOUR_SECONDS });
  }
  if (hasDetails) await correctDetails(deps, tx, account, order, names);
  const waiting: WaitingCorrection[] = [];
  for (const wanted of contacts) waiting.push(await changeContact(deps, tx, account, order, { wanted, hasCard }));
  if (isLost) waiting.push(await askToTakeAway(deps, tx, account, order));
  return waiting;
}

/** What was asked for somebody who was not identified well enough stays on record: a thief may be calling. */
async function auditRefused(deps: CorrectionDependencies, { userId, staffId, form }: CorrectionOrder): Promise<void> {
  const { identifiedBy, reason, ...asked } = form;
  await runTransaction(deps.database, (tx) =>
    recordAudit(tx, {
      actorId: staffId,
      action: 'customer.correct-refused',
      subject: `customer:${userId}`,
      before: null,
      after: { fields: Object.keys(asked), identifiedBy, reason },
    }),
  );
}

/**
 * Corrects who a customer is, all or nothing: name and language at once; a new mailbox or number waits for
 * the link that is sent to it, or where a card was seen for a second member of staff, as do passkeys and
 * app that are lost. Until then the old ones count, and their owner is told with "it was not me".
 * Audited, as is what was refused because of how they were identified. Returns what waits. Throws customer.not-found, customer.is-staff, customer.own-account,
 * account.email-taken, customer.phone-taken, phone.not-nigerian-mobile, phone.sending-failed,
 * identity-approval.waiting, request.too-many, request.invalid.
 */
export async function correctCustomer(
  deps: CorrectionDependencies,
  order: CorrectionOrder,
): Promise<WaitingCorrection[]> {
  try {
    return await runTransaction(deps.database, (tx) => correct(deps, tx, order));
  } catch (error) {
    if (error instanceof ApiError && error.extras.errors?.identifiedBy) await auditRefused(deps, order);
    throw error;
  }
}
