import { CircleCheck, Download, Printer } from 'lucide-react';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Button, buttonClass } from '../../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../../shared/ui/button/button-link.tsx';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { Panel } from '../../../../../shared/ui/layout/panel.tsx';
import { receiptPdf } from '../api/get-staff-receipt.ts';
import type { TakenPayment } from '../api/take-counter-payment.ts';

type TakenPanelProps = { taken: TakenPayment; onMore: () => void };

/** What was recorded, with its receipt. */
export function TakenPanel({ taken, onMore }: TakenPanelProps) {
  const { receiptNumber, payment, lines } = taken;
  const received = formatExactNaira(lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100);
  return (
    <Panel className="grid content-start gap-5 p-5 md:p-6" role="status">
      <div>
        <p className="flex items-center gap-2 text-ok">
          <CircleCheck />
          <span className="semi">Recorded</span>
        </p>
        <h2 className="h2 mt-2">{received}</h2>
        <p className="soft small mt-1">
          Receipt {receiptNumber}, payment {payment.reference}
        </p>
      </div>
      <DescriptionList
        className="border-line border-t pt-4"
        facts={lines.map(({ label, amount }) => ({ label, value: formatExactNaira(amount) }))}
      />
      <div className="grid gap-3">
        <ButtonLink to={`/admin/receipts/${receiptNumber}`} autoFocus>
          <Printer />
          Print the receipt
        </ButtonLink>
        <a className={buttonClass({ variant: 'secondary' })} href={receiptPdf(receiptNumber)} download>
          <Download />
          Receipt as PDF
        </a>
        <ButtonLink to="/admin/counter" variant="secondary">
          Next customer
        </ButtonLink>
        <Button variant="quiet" onClick={onMore}>
          Another payment of this customer
        </Button>
      </div>
    </Panel>
  );
}
