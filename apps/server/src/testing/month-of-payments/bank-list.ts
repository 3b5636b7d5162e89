import { DAY_MS, lagosDate } from '@portal/kernel/calendar';
import { decimalFromKobo, toKobo } from '@portal/kernel/money';
import type { Settlement } from '@portal/sandbox/settlement';
import { feesOf, grossOf } from '@portal/sandbox/settlement';
import { matchLines } from '../../billing/bank/matching/match-lines.ts';
import { readSettlements } from '../../billing/gateway-settlements/read-settlements.ts';
import type { MonthTestbed } from './month-testbed.ts';

const OPENING_NAIRA = 100_000;
/** The account that the sandbox's gateways pay out to. */
const ACCOUNT_NUMBER = '0031318432';
const PAYING_OUT = ['paystack', 'flutterwave'] as const;

const inNaira = (kobo: number): string => decimalFromKobo(toKobo(kobo));
const lineOf = ({ gateway, number }: Settlement): string =>
  gateway === 'paystack' ? `PYZ,T,15484426,PSTK_${number}, LANG` : `FLUTTERWAVE ${number}`;

export type BankList = Awaited<ReturnType<typeof openBankList>>;

/** The provider's bank account, and what its bank lists. */
export async function openBankList(bed: MonthTestbed) {
  const lines: { readonly day: string; readonly kobo: number; readonly text: string }[] = [];
  const form = { name: 'Main', bank: 'GTBank', accountNumber: ACCOUNT_NUMBER, openingBalance: OPENING_NAIRA };
  const openingDay = lagosDate(new Date(bed.deps.clock().getTime() - DAY_MS));
  const { account } = await bed.accepted(bed.accountant, 'POST', '/api/staff/bank-accounts', { ...form, openingDay });
  const paidOut = new Map<string, number>();
  const receive = (kobo: number, text: string): void =>
    void lines.push({ day: lagosDate(bed.deps.clock()), kobo, text });
  return {
    id: Number(account.id),
    lines,
    receive,
    /** Gateways pay out what they hold, less their fees, and the portal reads of what. */
    payOut: async (): Promise<void> => {
      for (const gateway of PAYING_OUT) {
        const settlement = bed.sandbox.settle({ gateway });
        const netKobo = grossOf(settlement) - feesOf(settlement);
        paidOut.set(gateway, (paidOut.get(gateway) ?? 0) + grossOf(settlement));
        if (netKobo > 0) receive(netKobo, lineOf(settlement));
      }
      await bed.rows("update gateway_settlement_readings set next_at = '2026-01-01' where next_at is not null");
      await readSettlements(bed.deps);
    },
    /** Imports the bank's whole list, and has its lines matched. */
    import: async (): Promise<void> => {
      let balance = OPENING_NAIRA * 100;
      const rows = lines.map(({ day, kobo, text }) => {
        balance += kobo;
        return `${day},"${text}",,${inNaira(kobo)},${inNaira(balance)}`;
      });
      const file = ['Date,Narration,Debit,Credit,Balance', ...rows].join('\n');
      const url = `/api/staff/bank-accounts/${account.id}/statements?fileName=month.csv`;
      const { browser } = bed.accountant;
      const answer = await browser.send('POST', url, file, { 'content-type': 'text/csv' });
      if (answer.statusCode !== 200) throw new Error(`not imported: ${answer.statusCode} ${answer.body}`);
      while ((await matchLines(bed.deps)) > 0);
    },
    /** What a gateway has paid out, before its fees. */
    paidOutKobo: (gateway: string): number => paidOut.get(gateway) ?? 0,
    /** What the bank says that the account has. */
    balanceKobo: (): number => lines.reduce((sum, { kobo }) => sum + kobo, OPENING_NAIRA * 100),
  };
}
