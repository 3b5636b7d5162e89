import { brand } from '@portal/brand';
import { groupedVoucherPin, voucherFragment, voucherSerial } from '@portal/kernel/billing/voucher-pin';
import { formatLagosDay, lagosDate } from '@portal/kernel/calendar';
import { decimalFromKobo, formatNaira } from '@portal/kernel/money';
import { csvLine } from '../../../platform/http/bodies/csv-line.policy.ts';
import type { VoucherFile, VoucherSheets } from '../../invoices/documents/voucher-paper.ts';
import type { IssuedBatch } from './issue-batch.ts';

const lastMoment = (expiresAt: Date) => new Date(expiresAt.getTime() - 1);

/** The PINs of a batch as cards to print and cut. `paymentUrl`: where a voucher is entered. */
export function describeVoucherSheets({ batch, pins }: IssuedBatch, paymentUrl: URL): VoucherSheets {
  return {
    kind: 'voucher-sheets',
    brandName: brand.name,
    colour: brand.colours.primary.light,
    logo: brand.logo,
    title: `Vouchers of batch ${batch.number}`,
    amount: formatNaira(batch.amount),
    until: formatLagosDay(lastMoment(batch.expiresAt)),
    ways: ['Scan, or enter the PIN at', `${paymentUrl.host}/payment`, 'or hand it in at our counter.'],
    cards: pins.map((pin, place) => ({
      pin: groupedVoucherPin(pin),
      serial: voucherSerial(batch.number, place + 1),
      qrText: `${paymentUrl.href}${voucherFragment(pin)}`,
    })),
  };
}

/** The same as a CSV file for a printing house, encrypted with a passphrase: `age -d` opens it. */
export function describeVoucherFile({ batch, pins }: IssuedBatch, passphrase: string): VoucherFile {
  const until = lagosDate(lastMoment(batch.expiresAt));
  const rows = pins.map((pin, place) =>
    csvLine([voucherSerial(batch.number, place + 1), pin, decimalFromKobo(batch.amount), until]),
  );
  return { kind: 'voucher-file', content: csvLine(['serial', 'pin', 'amount', 'until']) + rows.join(''), passphrase };
}
