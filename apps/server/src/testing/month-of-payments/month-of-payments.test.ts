import { DAY_MS } from '@portal/kernel/calendar';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { decideStalledCharges, startAutoPay } from './auto-payers.ts';
import { type BankList, openBankList } from './bank-list.ts';
import { createPayer } from './create-payer.ts';
import { WAYS, type Way } from './expected-payments.ts';
import {
  payAtTwoGateways,
  payForAnother,
  payInTwoTabs,
  payLinkOfUssd,
  payOwn,
  sendToAccountNumber,
} from './gateway-ways.ts';
import { runJobs, runNight } from './month-jobs.ts';
import { proveMonth, tableOf } from './month-proofs.ts';
import { type MonthTestbed, startMonthTestbed } from './month-testbed.ts';
import type { Payer } from './payer.ts';
import { handOverTill, payAtAgent, payAtCounter, settleSeller } from './staff-ways.ts';
import { createVoucherStock, type VoucherStock } from './voucher-stock.ts';
import { payByVoucher } from './voucher-ways.ts';

/** `npm run histories -- --month --customers 1000` has as many as it says, and another seed each time. */
const CUSTOMERS = Number(process.env.MONTH_CUSTOMERS ?? 16);
const SEED = Number(process.env.HISTORIES_SEED ?? 20_261_130);
const IS_LONG = CUSTOMERS >= 200;
/** What each customer does in the month, besides Auto-Pay. */
const ACTS_EACH = IS_LONG ? 4 : 6;
const AUTO_PAYERS = 0.4;
const AGENTS = 2 + Math.floor(CUSTOMERS / 150);
/** Customers join in the four weeks before, so that months become due on every day of the month. */
const WAVES = 4;
const WEEK_DAYS = 7;
const JOINING_DAYS = WAVES * WEEK_DAYS;
/** Nobody begins anything new after it, and all that is under way is decided by the end of the month. */
const LAST_DAY_OF_ACTS = 22;
const LAST_DAY = 27;
const SLOTS_A_DAY = IS_LONG ? 4 : 2;
const HOUR_MS = 3_600_000;
const MORNING_HOUR_UTC = 7;

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 300_000 });

let bed: MonthTestbed;
let bank: BankList;
let stock: VoucherStock;
const payers: Payer[] = [];
const auto: Payer[] = [];
const byHand: Payer[] = [];

beforeAll(async () => {
  bed = await startMonthTestbed({ seed: SEED, agents: AGENTS });
});
afterAll(() => bed.close());

/** The first of a month that is more than four weeks away, in the morning of Lagos. */
function firstOfMonth(now: Date): Date {
  const soonest = new Date(now.getTime() + (JOINING_DAYS + 1) * DAY_MS);
  return new Date(Date.UTC(soonest.getUTCFullYear(), soonest.getUTCMonth() + 1, 1, MORNING_HOUR_UTC));
}

async function join(count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const payer = await createPayer(bed);
    payers.push(payer);
    const isAuto = bed.chance(AUTO_PAYERS);
    (isAuto ? auto : byHand).push(payer);
    if (isAuto) await startAutoPay(bed, payer);
  }
}

async function night(day: number): Promise<void> {
  await runNight(bed);
  await bank.payOut();
  await stock.expire();
  decideStalledCharges(bed, 0.5);
  if (day % 3 === 0) await handOverTill(bed, bank);
  if (day % 7 === 6) await stock.takeBack();
  if (day % 5 === 4) await stock.stopOne();
  expect(await bed.violations(), `after day ${day}, seed ${SEED}`).toEqual([]);
}

const ACTS: readonly ((payer: Payer) => Promise<void>)[] = [
  (payer) => payOwn(bed, payer),
  (payer) => payAtTwoGateways(bed, payer),
  (payer) => payForAnother(bed, payer),
  (payer) => payForAnother(bed, payer),
  (payer) => payInTwoTabs(bed, payer),
  (payer) => payLinkOfUssd(bed, payer),
  (payer) => sendToAccountNumber(bed, payer),
  (payer) => sendToAccountNumber(bed, payer),
  (payer) => payByVoucher(bed, stock, payer, bed.pick(byHand)),
  (payer) => payByVoucher(bed, stock, payer, bed.pick(byHand)),
  (payer) => payByVoucher(bed, stock, payer, bed.pick(byHand)),
  (payer) => payAtAgent(bed, bank, payer),
  (payer) => payAtCounter(bed, bank, payer),
];

async function liveDay(day: number): Promise<void> {
  const slots = LAST_DAY_OF_ACTS * SLOTS_A_DAY;
  for (let slot = 0; slot < SLOTS_A_DAY; slot++) {
    const before = (day - 1) * SLOTS_A_DAY + slot;
    const share = (CUSTOMERS * ACTS_EACH) / slots;
    const acts = day > LAST_DAY_OF_ACTS ? 0 : Math.floor(share * (before + 1)) - Math.floor(share * before);
    // Whoever has Auto-Pay seldom pays by hand.
    for (let n = 0; n < acts; n++) await bed.pick(ACTS)(bed.pick(bed.chance(0.05) ? payers : byHand));
    bed.wait((24 / SLOTS_A_DAY) * HOUR_MS);
    await runJobs(bed, day <= LAST_DAY_OF_ACTS);
  }
  await night(day);
  if (IS_LONG) console.log(`Day ${day}: ${bed.expected.paid.length} payments by hand, every invariant holds`);
}

it(`a month of ${CUSTOMERS} customers who pay by all ways at random: the ledger is the lists of the bank and of every provider to the kobo, and each has the receipts of what they paid (seed ${SEED})`, async () => {
  const first = firstOfMonth(bed.deps.clock());
  bed.wait(first.getTime() - JOINING_DAYS * DAY_MS - bed.deps.clock().getTime());
  bank = await openBankList(bed);
  stock = createVoucherStock(bed, { perBatch: IS_LONG ? 60 : 25 });
  for (let wave = 0; wave < WAVES; wave++) {
    await join(Math.round((CUSTOMERS * (wave + 1)) / WAVES) - Math.round((CUSTOMERS * wave) / WAVES));
    for (let day = 0; day < WEEK_DAYS; day++) {
      bed.wait(DAY_MS);
      await runJobs(bed, false);
    }
    await night(0);
  }
  for (let day = 1; day <= LAST_DAY; day++) await liveDay(day);
  decideStalledCharges(bed, 1);
  for (const seller of bed.sellers) await settleSeller(bed, bank, seller);
  await handOverTill(bed, bank);
  await runJobs(bed, false);
  await night(LAST_DAY);
  await bank.import();

  const name = first.toISOString().slice(0, 7);
  const paid = await proveMonth(bed, { name, payers, bank, stock });
  console.log(`A month of ${CUSTOMERS} customers, seed ${SEED}\n${tableOf(paid)}`);
  if (!IS_LONG) return;
  const seen = new Set(paid.map(({ way }) => way));
  expect((Object.keys(WAYS) as Way[]).filter((way) => !seen.has(way))).toEqual([]);
});
