import { afterEach, describe, expect, it, vi } from 'vitest';
import { findViolations } from '../../platform/database/find-violations.ts';
import { type PaymentTestbed, startPaymentTestbed } from '../../testing/billing/payment-testbed.ts';
import { filesOf, plantMonth } from '../../testing/billing/planted-month.ts';
import { addBankAccount } from './accounts/change-bank-accounts.ts';
import { matchLines } from './matching/match-lines.ts';
import { readMoneyMonth } from './month/read-money-month.ts';
import { importStatement } from './statements/import-statement.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let bed: PaymentTestbed;
afterEach(() => bed.close());

/** The month before this one: all of its days have ended. */
function lastMonth(now: Date): string {
  const first = new Date(`${new Date(now.getTime() + 3_600_000).toISOString().slice(0, 7)}-01T00:00:00Z`);
  return new Date(first.getTime() - 86_400_000).toISOString().slice(0, 7);
}

async function run(seed: number, { isReversed = false, charges = 2700, deposits = 2000 } = {}) {
  bed = await startPaymentTestbed();
  const month = lastMonth(bed.deps.clock());
  const accountant = await bed.createStaff();
  const openingDay = new Date(Date.parse(`${month}-01`) - 86_400_000).toISOString().slice(0, 10);
  const openings = [500_000_000, 1_000_000];
  const ids: number[] = [];
  for (const [place, name] of ['Main', 'Savings'].entries()) {
    const account = { name, bank: 'GTBank', accountNumber: `012345678${9 - place}`, openingDay, deductsVat: true };
    ids.push(
      await addBankAccount(bed.deps, { ...account, openingKobo: openings[place] as never, staffId: accountant.id }),
    );
  }
  const planted = await plantMonth(bed, { seed, month, charges, deposits });
  const files = ids.flatMap((accountId, place) =>
    filesOf(planted.lines, place, openings[place] ?? 0).map((text) => ({ accountId, text })),
  );
  for (const { accountId, text } of isReversed ? files.toReversed() : files) {
    const order = { accountId, staffId: accountant.id, fileName: 'week.csv', columns: null, file: Buffer.from(text) };
    await importStatement(bed.deps, order);
    await importStatement(bed.deps, order);
    if (isReversed) await matchLines(bed.deps);
  }
  const began = performance.now();
  await matchLines(bed.deps);
  const ms = performance.now() - began;
  return { planted, month, ms, accountant };
}

const sums = async () =>
  bed.rows(
    "select account, sum(amount)::text as sum from ledger_entries where account not like 'gateway:p%' group by account having sum(amount) <> 0 order by account",
  );
const broken = async () => (await findViolations(bed.pool)).filter(({ rule }) => /^(?:K\d|L1)/.test(rule));

describe('a month of 5,000 lines with three thefts in it', () => {
  it.each([7, 2026])(
    'is matched or listed to the kobo, and the thefts are on its page by name (seed %i)',
    async (seed) => {
      const { planted, month } = await run(seed);
      const stored =
        await bed.rows(`select l.text, l.amount::float8 * 100 as kobo, l.status, m.kind, i.source_key as key
      from bank_lines l left join bank_match_items o on o.line_id = l.id and o.is_active left join bank_matches m on m.id = o.match_id
      left join bank_match_items i on i.match_id = m.id and i.source_key is not null`);
      expect(stored.length).toBe(planted.lines.length);
      expect(planted.lines.length).toBeGreaterThan(4900);

      // What is booked by itself is what it was, and nothing that names its number is missed.
      const truths = new Map(planted.lines.map(({ text, kobo, truth }) => [`${text.trim()}|${kobo}`, truth]));
      const wrong = stored.filter(({ text, kobo, status, kind, key }) => {
        const truth = truths.get(`${text}|${Math.round(Number(kobo))}`) ?? '';
        if (truth === 'charge') return kind !== 'charge' && kind !== 'stamp-duty';
        if (truth === 'reversed') return kind !== 'reversal';
        if (truth === 'transfer') return kind !== 'own-transfer';
        if (/^(?:payment|settlement|till-hand-over):/.test(truth)) return key !== truth;
        return truth !== 'double' && status === 'matched';
      });
      expect(wrong).toEqual([]);

      const read = await readMoneyMonth(bed.deps, month);
      for (const { account, should, holds, between } of read.places) {
        const kobo = between.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
        expect(kobo, account).toBe(Math.round(should * 100) - Math.round((holds ?? 0) * 100));
        expect(between.every(({ what }) => what.length > 5)).toBe(true);
      }
      const said = (kind: string) => read.warnings.filter((warning) => warning.kind === kind).map(({ text }) => text);
      expect(said('lapping')).toEqual([expect.stringContaining(planted.thief)]);
      expect(said('hand-over-short')).toEqual(
        expect.arrayContaining([expect.stringMatching(`${planted.thief}.*short`)]),
      );
      expect(said('hand-over-late').every((text) => text.startsWith(planted.thief))).toBe(true);
      expect(said('slip-twice')).toEqual([expect.stringMatching(`${planted.slip}.*recorded by ${planted.thief}`)]);
      expect(said('payout-late')).toEqual([expect.stringContaining(planted.payout)]);
      expect(said('payout-account')).toEqual([expect.stringMatching(`${planted.payout}.*9998887776`)]);
      expect(await broken()).toEqual([]);
    },
  );

  it('has the same sums whichever statement is imported first (seed 99)', async () => {
    const small = { charges: 300, deposits: 400 };
    await run(99, small);
    const forward = await sums();
    await bed.close();
    await run(99, { ...small, isReversed: true });
    expect(await sums()).toEqual(forward);
    expect(await broken()).toEqual([]);
  });

  it('10,000 lines are matched within ten seconds', async () => {
    const { ms, planted, month } = await run(5, { charges: 5400, deposits: 4200 });
    const asked = performance.now();
    await readMoneyMonth(bed.deps, month);
    const pageMs = performance.now() - asked;
    expect(planted.lines.length).toBeGreaterThan(9800);
    expect(ms).toBeLessThan(10_000);
    console.info(
      `${planted.lines.length} lines matched in ${Math.round(ms)} ms, the month read in ${Math.round(pageMs)} ms`,
    );
  });
});
