import { addressPrefix } from '@portal/kernel/network-address';
import type { FastifyBaseLogger } from 'fastify';
import type { Transaction } from '../../platform/database/connection.ts';
import { type CodeLimits, findExhausted, numberBlock } from './phone-verification.policy.ts';
import { insertTextedLink, lockSending, measureSpending } from './phone-verification.repository.ts';
import { raiseAlarms } from './send-phone-code.ts';

/** Who is limited by the hour: a network address, or a member of staff, whose desk has one address for all. */
export const addressOfCaller = (address: string): string => addressPrefix(address);
export const memberOfStaff = (id: number): string => `staff ${id}`;

const NOBODY = 0;
/** What stands in the place of a number that is no customer's. */
const ANY_NUMBER = '0000';

/**
 * Counts a text with a link among the codes: to its number, from its address, and in the budgets of its
 * block and of the day, which a number that is nobody's does not use up. False where a limit is reached.
 */
export async function takeTextedLink(
  deps: { readonly codeLimits: CodeLimits; readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'> },
  tx: Transaction,
  text: { readonly phone: string; readonly spender: string; readonly isKnown: boolean },
): Promise<boolean> {
  const { phone, spender, isKnown } = text;
  const block = numberBlock(phone);
  const limits = deps.codeLimits;
  await lockSending(tx);
  const spending = await measureSpending(tx, { userId: NOBODY, phone, addressPrefix: spender, block });
  const exhausted = findExhausted(spending, limits);
  const counted = isKnown && exhausted === null;
  await insertTextedLink(tx, { phone: isKnown ? phone : block + ANY_NUMBER, addressPrefix: spender, counted });
  if (exhausted) deps.log.warn({ limits: exhausted.limits }, 'a texted link was refused');
  if (counted) raiseAlarms({ log: deps.log, limits }, spending, block);
  return exhausted === null;
}
