import type { VatReturn } from '@portal/contract/billing/accounting-periods';
import { formatDay } from '../../../../../shared/format/date.ts';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { type Figure, FigureTable } from './figure-table.tsx';

const documents = (count: number, one: string, more: string) =>
  `${count === 0 ? 'no' : count.toLocaleString('en-NG')} ${count === 1 ? one : more}`;

function figuresOf(vat: VatReturn): Figure[] {
  const { taxable, credited } = vat;
  const untaxed = [
    { label: 'Zero-rated', amount: vat.zeroRated },
    { label: 'Exempt', amount: vat.exempt },
    { label: 'Credit notes, zero-rated', amount: -credited.zeroRated },
    { label: 'Credit notes, exempt', amount: -credited.exempt },
  ].filter(({ amount }) => amount !== 0);
  return [
    ...taxable.map(({ percent, net }) => ({ label: `Taxable at ${percent}%`, amount: net })),
    ...credited.taxable.map(({ percent, net }) => ({ label: `Credit notes at ${percent}%`, amount: -net })),
    ...untaxed,
    { label: 'Sales without VAT', amount: vat.sales, isSum: true },
    ...taxable.map(({ percent, tax }) => ({ label: `Output VAT at ${percent}%`, amount: tax })),
    ...credited.taxable.map(({ percent, tax }) => ({ label: `VAT of credit notes at ${percent}%`, amount: -tax })),
    { label: 'Output VAT', amount: vat.outputTax, isSum: true },
    ...(vat.inputTax === 0 ? [] : [{ label: 'Input VAT of fees and bank charges', amount: vat.inputTax }]),
    ...(vat.rounding === 0 ? [] : [{ label: 'Rounding of documents to the kobo', amount: vat.rounding }]),
    ...(vat.badDebts.count === 0
      ? []
      : [
          {
            label: 'Written off',
            beside: documents(vat.badDebts.count, 'invoice; no relief is taken', 'invoices; no relief is taken'),
            amount: vat.badDebts.amount,
          },
          { label: 'VAT inside what was written off', amount: vat.badDebts.tax },
        ]),
  ];
}

/** The figures of the VAT return, and whether the ledger has the same. */
export function VatReturnPanel({ vat }: { vat: VatReturn }) {
  const difference = Math.round(100 * (vat.outputTax - vat.ledgerTax)) / 100;
  return (
    <div className="grid max-w-[46em] gap-4">
      <p className="soft">
        Due on {formatDay(`${vat.dueOn}T12:00:00Z`)}. From {documents(vat.invoices, 'invoice', 'invoices')} and{' '}
        {documents(vat.creditNotes, 'credit note', 'credit notes')}, by the day on which the tax fell due: what is paid
        in advance when it is paid, a company’s invoice when it is issued.
      </p>
      <FigureTable caption="VAT return" figures={figuresOf(vat)} />
      {difference !== 0 && (
        <Alert kind="warn">
          The journal has {vat.ledgerTax.toLocaleString('en-NG')} naira of VAT:{' '}
          {Math.abs(difference).toLocaleString('en-NG')} {difference > 0 ? 'less' : 'more'}. Look below for what the two
          do not have alike.
        </Alert>
      )}
    </div>
  );
}
