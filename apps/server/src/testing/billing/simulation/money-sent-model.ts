import {
  type AccountModel,
  lastMonth,
  nextPlan,
  type OpenPayment,
  openPayment,
  receive,
} from './billing-simulation-model.ts';

/** The month that money without an opened payment is for, where it is due. */
function dueMonth(account: AccountModel, now: Date): OpenPayment | null {
  const { status, end, isLeaving, pausedUntil, owed } = account;
  if (status === 'none') return null;
  const isOver = status === 'suspended' || end <= now;
  const isDue = status === 'pending' || owed > 0 || (isOver && !isLeaving && pausedUntil === null);
  return isDue ? openPayment(account, nextPlan(account, account.plan)) : null;
}

function payFromCredit(account: AccountModel, now: Date): void {
  const month = dueMonth(account, now);
  if (month?.amount === 0) receive(account, month, now);
}

/** Money to an account number: it pays the month that is due where it covers it with the credit, and is credit else. */
export function sendMoney(account: AccountModel, sum: number, now: Date): void {
  payFromCredit(account, now);
  const month = dueMonth(account, now);
  if (month && sum >= month.amount) receive(account, month, now, sum - month.amount);
  else {
    account.rewards.credit += sum;
    account.becameCredit.push(sum);
    payFromCredit(account, now);
  }
}

/** The same by a voucher, or as cash at an agent, which no bank takes back. */
export function payHere(account: AccountModel, sum: number, now: Date): void {
  const before = lastMonth(account);
  sendMoney(account, sum, now);
  const bought = lastMonth(account);
  if (bought && bought !== before) Object.assign(bought, { byCard: false });
}

/** Somebody pays for another: the sum is credit first, and credit pays what is due. */
export function payForAnother(account: AccountModel, sum: number, now: Date): void {
  payFromCredit(account, now);
  account.rewards.credit += sum;
  account.becameCredit.push(sum);
  payFromCredit(account, now);
}
