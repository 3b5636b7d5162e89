import { withdrawAccountProof } from '@portal/contract/billing/papers/staff-account-proofs';
import type { Paper } from '@portal/contract/billing/papers/staff-papers';
import type { CustomerPage as Customer } from '@portal/contract/console/customers';
import { CircleCheck, CircleX, Clock, Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { ConfirmDialog } from '../../../../../shared/staff/confirm-dialog.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { StatusBadge, type StatusLook } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { registrationStatuses } from '../../../e-invoices/staff/e-invoice-labels.ts';
import { usePapers, useWithdrawAccountProof } from '../api/papers.ts';
import { aboutPaper, nameOfPaper } from '../paper-rows.ts';
import { SendingList } from './sending-list.tsx';

const STATES: Record<NonNullable<Paper['status']>, StatusLook> = {
  open: { label: 'Open', kind: 'warn', icon: Clock },
  paid: { label: 'Paid', kind: 'ok', icon: CircleCheck },
  void: { label: 'Void', kind: 'mute', icon: CircleX },
  valid: { label: 'Valid', kind: 'ok', icon: CircleCheck },
  withdrawn: { label: 'Withdrawn', kind: 'mute', icon: CircleX },
};

/** The documents of a customer, as they get them, and what staff have sent of them. */
export function CustomerPapers({ customer }: { customer: Customer }) {
  const papers = usePapers(customer.id);
  return (
    <>
      <AsyncBoundary
        query={papers}
        failure="We could not load the papers"
        skeleton={<Skeleton className="h-40 w-full" />}
      >
        {({ total, papers: loaded }) => (
          <>
            <p className="small muted mb-2">{total === 0 ? 'No paper yet.' : `${total} in all, newest first`}</p>
            <ul aria-label="Papers">
              {loaded.map((paper) => (
                <Row key={paper.number} paper={paper} />
              ))}
            </ul>
            <ShowMore query={papers} />
          </>
        )}
      </AsyncBoundary>
      <SendingList customerId={customer.id} />
    </>
  );
}

const LINK = 'link -my-2 inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap';

function Row({ paper }: { paper: Paper }) {
  const { kind, number, amount, status, registration } = paper;
  const path = `/api/staff/invoices/${number}`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-line border-t py-3 first:border-t-0">
      <div className="min-w-0">
        <p className="semi wrap-anywhere">{nameOfPaper(paper)}</p>
        <p className="soft small wrap-anywhere">{aboutPaper(paper)}</p>
      </div>
      <div className="grid content-start justify-items-end gap-1">
        {amount !== null && <p className="semi whitespace-nowrap">{formatExactNaira(amount)}</p>}
        {status && <StatusBadge status={status} statuses={STATES} />}
        {registration && <StatusBadge status={registration} statuses={registrationStatuses} />}
      </div>
      <p className="col-span-full flex flex-wrap gap-x-5">
        {kind !== 'proof' && (
          <a
            className={LINK}
            href={`${path}/page`}
            target="_blank"
            rel="noreferrer"
            aria-label={`View ${number} in a new tab`}
          >
            <FileText className="icon-small" />
            View
          </a>
        )}
        <a className={LINK} href={`${path}/pdf`} download aria-label={`${number} as a PDF`}>
          <Download className="icon-small" />
          PDF
        </a>
        {registration && (
          <a className={LINK} href={`${path}/invoice.xml`} download aria-label={`${number} as XML`}>
            <Download className="icon-small" />
            XML
          </a>
        )}
        {kind === 'proof' && status === 'valid' && (
          <Allowed to={withdrawAccountProof}>
            <WithdrawProof number={number} />
          </Allowed>
        )}
      </p>
    </li>
  );
}

function WithdrawProof({ number }: { number: string }) {
  const [open, setOpen] = useState(false);
  const withdrawal = useWithdrawAccountProof();
  const withdraw = useMutateOnce(withdrawal);
  return (
    <>
      <Button variant="quiet" aria-label={`Withdraw ${number}`} onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      {open && (
        <ConfirmDialog
          title={`Withdraw ${number}`}
          confirm="Withdraw it"
          busy={withdrawal.isPending}
          error={withdrawal.error}
          onClose={() => setOpen(false)}
          onConfirm={() =>
            withdraw(number, {
              onSuccess: ({ message }) => {
                toast({ title: 'Proof of account', description: message });
                setOpen(false);
              },
            })
          }
        >
          Whoever checks this letter reads from now on that it was withdrawn. The customer can get another one.
        </ConfirmDialog>
      )}
    </>
  );
}
