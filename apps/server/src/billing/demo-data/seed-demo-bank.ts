import { FIRST_VAT_RATE } from '@portal/kernel/billing/vat';
import { daysBefore, lagosDate } from '@portal/kernel/calendar';
import type { Clock } from '@portal/kernel/clock';
import { toKobo } from '@portal/kernel/money';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { addBankAccount } from '../bank/accounts/change-bank-accounts.ts';
import { readBankAccounts } from '../bank/accounts/read-bank-accounts.ts';
import { matchLines } from '../bank/matching/match-lines.ts';
import { importStatement } from '../bank/statements/import-statement.ts';

const OPENING = 1_250_000;

/** Days ago, naira, and what the bank says. */
const LINES: readonly (readonly [daysAgo: number, naira: number, text: string])[] = [
  [18, 45_000, 'NIP/KUDA/HALIMA SANI/INTERNET OCTOBER'],
  [18, -150_000, 'NIP/ZEN/CABLE SUPPLIES LTD/DRUMS'],
  [18, -50, 'STAMP DUTY CHARGE'],
  [18, -53.75, 'NIP CHARGE + VAT'],
  [12, -20_000, 'NIP/ACC/TOWER RENT/AD 4471'],
  [11, 20_000, 'REV NIP/ACC/TOWER RENT/AD 4471'],
  [8, -26.88, 'NIP CHARGE + VAT'],
  [5, 15_000, 'NIP/GTB/CHIDI NWOSU/FOR MY LINE'],
  [3, 1_842.5, 'CREDIT INTEREST PAID'],
  [3, -120, 'SMS ALERT CHARGE'],
  [2, 60_000, 'CASH LODGEMENT IKEJA BRANCH'],
];

/**
 * A bank account of the demo provider with a statement of the last weeks, of which some lines are matched and
 * the others wait. Once; safe to repeat, also from several instances.
 */
export async function seedDemoBank(
  database: Database,
  { clock }: { readonly clock: Clock },
  staffId: number,
): Promise<void> {
  if ((await readBankAccounts(database)).length > 0) return;
  const now = clock();
  const dayOf = (daysAgo: number): string => lagosDate(daysBefore(now, daysAgo));
  let balance = OPENING;
  const rows = LINES.map(([daysAgo, naira, text]) => {
    balance += naira;
    return `${dayOf(daysAgo)},${text},${naira < 0 ? -naira : ''},${naira > 0 ? naira : ''},${balance.toFixed(2)}`;
  });
  const file = Buffer.from(['Date,Narration,Debit,Credit,Balance', ...rows].join('\n'));
  const account = { name: 'Collections', bank: 'GTBank', accountNumber: '0123456789', deductsVat: false };
  const opening = { openingKobo: toKobo(OPENING * 100), openingDay: dayOf(20) };
  try {
    const accountId = await addBankAccount({ database, clock }, { ...account, ...opening, staffId });
    await importStatement(
      { database, clock },
      { accountId, staffId, fileName: 'collections.csv', columns: null, file },
    );
  } catch (error) {
    // Another instance was faster.
    if (error instanceof ApiError) return;
    throw error;
  }
  await matchLines({ database, clock, vatRate: () => FIRST_VAT_RATE });
}
