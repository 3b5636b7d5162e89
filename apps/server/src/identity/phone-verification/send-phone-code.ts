import { addressPrefix } from '@portal/kernel/network-address';
import type { FastifyBaseLogger } from 'fastify';
import type { AcceptedSecrets } from '../../platform/crypto/accepted-secrets.ts';
import type { Database, Transaction } from '../../platform/database/connection.ts';
import { runTransaction } from '../../platform/database/run-transaction.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import {
  CODE_LIFE_SECONDS,
  type CodeLimits,
  codeMessageKey,
  codeText,
  findBudgetAlarms,
  findExhausted,
  numberBlock,
  phoneCode,
  phoneCodeHashes,
  type Spending,
} from './phone-verification.policy.ts';
import {
  closeOpenCode,
  insertCode,
  lockSending,
  measureSpending,
  restartCode,
  setCounted,
} from './phone-verification.repository.ts';
import { requireNigerianMobile } from './require-nigerian-mobile.ts';
import type { TextCodes } from './text-codes.port.ts';

export type SendPhoneCodeDeps = TextCodes & {
  readonly database: Database;
  readonly randomBytes: (size: number) => Buffer;
  readonly secrets: AcceptedSecrets;
  readonly limits: CodeLimits;
  readonly brandName: string;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
};

type CodeRequest = { readonly userId: number; readonly phone: string; readonly address: string };

/** Seconds until a customer may try again when no text could be sent. */
const SENDING_PAUSE_SECONDS = 15;

/** Says in the log that most of a budget is used, or the last of it. */
export function raiseAlarms(deps: Pick<SendPhoneCodeDeps, 'limits' | 'log'>, spending: Spending, block: string): void {
  for (const { isSpent, ...alarm } of findBudgetAlarms(spending, deps.limits)) {
    if (isSpent)
      deps.log.error({ ...alarm, block }, 'ALARM: an SMS code budget is used up, no more codes are sent from it today');
    else deps.log.warn({ ...alarm, block }, '80 % of an SMS code budget is used');
  }
}

/**
 * Checks the limits, invalidates the code before, stores the new one and its text, all or nothing.
 * Throws ApiError phone.too-many-codes.
 */
async function storeCode(tx: Transaction, deps: SendPhoneCodeDeps, { userId, phone, address }: CodeRequest) {
  const block = numberBlock(phone);
  const prefix = addressPrefix(address);
  await lockSending(tx);
  const spending = await measureSpending(tx, { userId, phone, addressPrefix: prefix, block });
  const exhausted = findExhausted(spending, deps.limits);
  if (exhausted) {
    deps.log.warn({ limits: exhausted.limits }, 'an SMS code was refused');
    throw new ApiError('phone.too-many-codes', { retryAfterSeconds: exhausted.freeInSeconds });
  }
  const killed = await closeOpenCode(tx, userId);
  if (killed !== null) await deps.withdrawSms(tx, codeMessageKey(killed));
  const code = phoneCode(deps.randomBytes(6));
  const [codeHash] = phoneCodeHashes(deps.secrets, userId, phone, code);
  const stored = await insertCode(tx, { userId, phone, codeHash, addressPrefix: prefix }, CODE_LIFE_SECONDS);
  const deliver = await deps.queueSms(tx, {
    userId,
    messageKey: codeMessageKey(stored.id),
    recipient: phone,
    text: codeText(deps.brandName, code),
    usefulSeconds: CODE_LIFE_SECONDS,
  });
  return { ...stored, deliver, spending, block };
}

/**
 * Sends a new six-digit code to a Nigerian mobile number and invalidates the one before. The answer
 * and the work are the same for every number, whoever has verified it (threats O2). Throws ApiError
 * phone.not-nigerian-mobile, phone.too-many-codes, and phone.sending-failed when the provider did
 * not accept the text: such a code does not count against the limits, and its text is retried while
 * the code is useful (threats O1, O5, O6).
 */
export async function sendPhoneCode(
  deps: SendPhoneCodeDeps,
  asked: { readonly userId: number; readonly phoneNumber: string; readonly address: string },
): Promise<{ readonly phone: string; readonly expiresAt: Date }> {
  const phone = requireNigerianMobile(asked.phoneNumber);
  const unsent = new ApiError('phone.sending-failed', { retryAfterSeconds: SENDING_PAUSE_SECONDS });
  if (!deps.canReachPhones) throw unsent;
  const code = await runTransaction(deps.database, (tx) => storeCode(tx, deps, { ...asked, phone }));
  raiseAlarms(deps, code.spending, code.block);
  if (code.deliver === null) return { phone, expiresAt: code.expiresAt };
  if (!(await code.deliver())) {
    await setCounted(deps.database, code.id, false);
    throw unsent;
  }
  return { phone, expiresAt: (await restartCode(deps.database, code.id, CODE_LIFE_SECONDS)) ?? code.expiresAt };
}
