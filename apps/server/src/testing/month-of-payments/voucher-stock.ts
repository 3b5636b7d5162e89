import { voucherSerial } from '@portal/kernel/billing/voucher-pin';
import { lagosDate } from '@portal/kernel/calendar';
import { expireVouchers } from '../../billing/vouchers/expire-vouchers.ts';
import { downloadPins } from '../billing/voucher-testbed.ts';
import { GOOD_PASSWORD } from '../test-browser.ts';
import type { MonthTestbed } from './month-testbed.ts';

export type Voucher = {
  readonly pin: string;
  readonly batch: number;
  readonly index: number;
  readonly kobo: number;
  /** The last day on which it pays; null for a year from now. */
  readonly until: string | null;
  state: 'on sale' | 'used' | 'stopped' | 'returned' | 'expired';
};

const FACES = [1000, 2500, 5000, 10_000] as const;
const DAY_MS = 86_400_000;

/** The printed vouchers of the month, on sale and not any more. */
export function createVoucherStock(bed: MonthTestbed, { perBatch }: { readonly perBatch: number }) {
  const all: Voucher[] = [];
  let batches = 0;

  /** Above the limit of one person a second one approves. Some are sold to an agent, some last for days only. */
  async function make(): Promise<void> {
    const amount = FACES[batches % FACES.length] ?? FACES[0];
    const seller = batches % 3 === 1 ? bed.sellers[1] : null;
    const until = batches % 5 === 2 ? lagosDate(new Date(bed.deps.clock().getTime() + 3 * DAY_MS)) : null;
    batches += 1;
    const form = { count: perBatch, amount, clientRequestId: bed.unused('batch') };
    const { batch } = await bed.accepted(bed.accountant, 'POST', '/api/staff/voucher-batches', {
      ...form,
      ...(seller ? { agent: seller.agentId } : {}),
      ...(until ? { until } : {}),
    });
    const { number } = batch;
    if (batch.status === 'awaiting-approval') {
      const decision = { approve: true, reason: 'Counted' };
      await bed.accepted(bed.manager, 'POST', `/api/staff/voucher-batches/${number}/decision`, decision);
    }
    // Handing PINs out asks for a proof of the last minutes.
    await bed.accountant.browser.post('/api/login', { email: bed.accountant.email, password: GOOD_PASSWORD });
    const pins = await downloadPins(bed.accountant, number);
    all.push(
      ...pins.map((pin, place) => ({
        pin,
        batch: number,
        index: place + 1,
        kobo: amount * 100,
        until,
        state: 'on sale' as const,
      })),
    );
  }

  const inState = (state: Voucher['state']) => all.filter((voucher) => voucher.state === state);
  return {
    all,
    inState,
    /** One that is on sale; a new batch is made where there is none. */
    take: async (): Promise<Voucher> => {
      if (inState('on sale').length === 0) await make();
      return bed.pick(inState('on sale'));
    },
    /** Staff stop one by its serial number. */
    stopOne: async (): Promise<void> => {
      const [voucher] = inState('on sale');
      if (!voucher) return;
      const { batch, index } = voucher;
      await bed.accepted(bed.accountant, 'POST', `/api/staff/voucher-batches/${batch}/stop`, { index, reason: 'Lost' });
      voucher.state = 'stopped';
    },
    /** Staff take back what is left of a batch that is in use. */
    takeBack: async (): Promise<void> => {
      const batch = inState('used').findLast(({ until }) => until === null)?.batch;
      if (batch === undefined) return;
      const reason = 'The kiosk closes';
      const { status } = await bed.send(bed.accountant, 'POST', `/api/staff/voucher-batches/${batch}/refund`, {
        reason,
      });
      if (status !== 200) return;
      for (const voucher of all) {
        const isLeft = voucher.state === 'on sale' || voucher.state === 'stopped';
        if (voucher.batch === batch && isLeft) voucher.state = 'returned';
      }
    },
    /** What nobody has used by its last day is income. */
    expire: async (): Promise<void> => {
      const today = lagosDate(bed.deps.clock());
      for (const voucher of all) {
        const isLeft = voucher.state === 'on sale' || voucher.state === 'stopped';
        if (isLeft && voucher.until !== null && voucher.until < today) voucher.state = 'expired';
      }
      await expireVouchers(bed.deps);
    },
    /** Which account a voucher has paid for, by what staff see of it; null for none. */
    accountOf: async ({ batch, index }: Voucher): Promise<number | null> => {
      const found = await bed.accepted(bed.accountant, 'GET', `/api/staff/vouchers/${voucherSerial(batch, index)}`);
      return found.payment?.customer.id ?? null;
    },
  };
}
export type VoucherStock = ReturnType<typeof createVoucherStock>;
