import type { MergeObstacle } from '@portal/contract/console/account-merges';

const OBSTACLES = {
  staff: 'One of the two works at the console.',
  company: 'A company is, or was, one of the two. Companies keep their own account.',
  disabled: 'One of the two is disabled. Open it again first.',
  deletion: 'One of the two is to be deleted. That has to be withdrawn first.',
  'sign-in': 'A change of how one of the two signs in waits for a second person. Decide it first.',
  people: 'Other people belong to the account that goes, or its own person does not own it. A merge lets nobody in.',
  'both-in-account': 'Both belong to the same account of somebody else. One of them has to leave it first.',
  payment: 'A payment is still under way or in review. Wait until it is decided.',
  dispute: 'A payment is disputed at the bank. Wait until that is decided.',
  refund: 'A refund is still on its way. Wait until it has arrived.',
  approval: 'Credit or a write-off waits for a second person. Decide it first.',
  'auto-pay': 'Auto-Pay is on in both. The customer has to switch one of them off first.',
  chat: 'A chat of the account that goes is open. Close it first.',
} as const;
export type MergeObstacleCode = keyof typeof OBSTACLES;

const BUILT_ON = {
  merged: 'The account has become a part of another one since.',
  deletion: 'The person has asked to be deleted since.',
  payment: 'Something was paid, refunded or disputed since.',
  invoice: 'An invoice, a credit note or a write-off was made since.',
  charge: 'Something was charged since.',
  'auto-pay': 'Auto-Pay or a saved card was changed since.',
  ticket: 'A ticket was opened, answered or merged since.',
  referral: 'A reward for a friend was decided since.',
  plan: 'A plan was chosen, changed, paused or cancelled since.',
  credit: 'The credit that came along was spent since.',
  changed: 'Something that came along was changed since.',
} as const;
export type BuiltOn = keyof typeof BUILT_ON;

export const obstacle = (code: MergeObstacleCode): MergeObstacle => ({ code, text: OBSTACLES[code] });
export const builtOn = (code: BuiltOn): MergeObstacle => ({ code, text: BUILT_ON[code] });

/** Several of them as the message of an error. */
export const inOneMessage = (obstacles: readonly MergeObstacle[]): string =>
  obstacles.map(({ text }) => text).join(' ');
