import {
  decideVoucherBatch,
  printVoucherBatch,
  refundVoucherBatch,
  stopVouchers,
  type VoucherBatchPage,
} from '@portal/contract/billing/staff-vouchers';
import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDay, formatMoment } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { DescriptionList, type Fact } from '../../../../../shared/ui/layout/description-list.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { SecondPerson } from '../../../approvals/staff/components/second-person.tsx';
import { useDecideVoucherBatch, useRefundVoucherBatch, useStopVouchers } from '../api/voucher-batches.ts';
import { batchLooks, batchName } from '../batch-labels.ts';
import { IssueDialog } from './issue-dialog.tsx';

type BatchProps = { batch: VoucherBatchPage };

const when = (label: string, at: string | null, by: { name: string } | null, why?: string | null): Fact[] =>
  at === null
    ? []
    : [{ label, value: `${formatMoment(at)}${by ? `, ${bidiIsolate(by.name)}` : ''}${why ? `: ${why}` : ''}` }];

/** One batch: what became of its vouchers, and what may be done with it. */
export function BatchView({ batch }: BatchProps) {
  const { number, kind, count, amount, total, price, discount, agent, until, status, counts } = batch;
  const deciding = useDecideVoucherBatch(number);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="h2">{batchName(number)}</h1>
        <StatusBadge status={status} statuses={batchLooks} />
      </div>
      {status === 'awaiting-approval' && (
        <div className="panel mt-5 grid max-w-xl gap-3 p-5 md:p-6">
          <SecondPerson
            noun="batch"
            requestedBy={batch.createdBy}
            approved={`PINs worth ${formatExactNaira(total)} can be handed out.`}
            declined="No PINs are made."
            schema={decideVoucherBatch.body}
            call={deciding.mutateAsync}
          />
        </div>
      )}
      <BatchActions batch={batch} />
      <div className="mt-6 grid gap-x-12 gap-y-8 md:grid-cols-2">
        <section aria-labelledby="batch-title">
          <h2 className="h3 mb-3" id="batch-title">
            The batch
          </h2>
          <DescriptionList
            className="border-line border-y py-4"
            facts={[
              {
                label: 'Vouchers',
                value:
                  kind === 'imported'
                    ? `${count} codes of an earlier system`
                    : `${count} of ${formatExactNaira(amount)}`,
              },
              { label: 'Face value', value: formatExactNaira(total) },
              ...(agent
                ? [
                    {
                      label: 'Sold to',
                      value: (
                        <PageLink className="link" to={`/admin/agents/${agent.id}`}>
                          {bidiIsolate(agent.name)}
                        </PageLink>
                      ),
                    },
                    { label: 'Price', value: `${formatExactNaira(price)}${discount > 0 ? `, ${discount}% less` : ''}` },
                  ]
                : []),
              { label: 'Valid to', value: formatDay(`${until}T12:00:00Z`) },
              ...when('Made', batch.createdAt, batch.createdBy),
              ...(batch.decidedBy
                ? [{ label: 'Decided', value: `${bidiIsolate(batch.decidedBy.name)}: ${batch.decisionReason ?? ''}` }]
                : []),
              ...when(
                batch.issues > 1 ? `PINs made ${batch.issues} times` : 'PINs made',
                batch.issuedAt,
                batch.issuedBy,
              ),
              ...when('Stopped', batch.stoppedAt, batch.stoppedBy, batch.stopReason),
              ...when('Taken back', batch.refundedAt, batch.refundedBy),
            ]}
          />
        </section>
        <section aria-labelledby="counts-title">
          <h2 className="h3 mb-3" id="counts-title">
            What became of them
          </h2>
          <DescriptionList
            className="border-line border-y py-4"
            facts={(
              [
                ['Not used', counts.issued],
                ['Used', counts.used],
                ['Stopped', counts.stopped],
                ['Expired', counts.expired],
                ['Taken back', counts.returned],
              ] as const
            ).map(([label, of]) => ({
              label,
              value: of.count === 0 ? 'None' : `${of.count}, ${formatExactNaira(of.amount)}`,
            }))}
          />
        </section>
      </div>
    </>
  );
}

function BatchActions({ batch }: BatchProps) {
  const { number, status, counts, agent, mayIssueAgain } = batch;
  const [open, setOpen] = useState<'issue' | 'again' | 'stop' | 'stop-one' | 'refund' | null>(null);
  const close = () => setOpen(null);
  const unused = counts.issued.count + counts.stopped.count;
  const mayStop = (status === 'issued' && counts.issued.count > 0) || status === 'approved';
  const mayRefund = agent !== null && (status === 'issued' || status === 'stopped') && unused > 0;
  return (
    <div className="mt-5 flex flex-wrap gap-3 empty:hidden">
      {status === 'approved' && (
        <Allowed to={printVoucherBatch}>
          <Button onClick={() => setOpen('issue')}>Hand out the PINs</Button>
        </Allowed>
      )}
      {mayStop && (
        <Allowed to={stopVouchers}>
          <Button variant="secondary" onClick={() => setOpen('stop')}>
            Stop the batch
          </Button>
          {status === 'issued' && (
            <Button variant="secondary" onClick={() => setOpen('stop-one')}>
              Stop one voucher
            </Button>
          )}
        </Allowed>
      )}
      {mayRefund && (
        <Allowed to={refundVoucherBatch}>
          <Button variant="secondary" onClick={() => setOpen('refund')}>
            Take back what is not used
          </Button>
        </Allowed>
      )}
      {mayIssueAgain && (
        <Allowed to={printVoucherBatch}>
          <Button variant="quiet" onClick={() => setOpen('again')}>
            Make new PINs
          </Button>
        </Allowed>
      )}
      {(open === 'issue' || open === 'again') && (
        <IssueDialog number={number} again={open === 'again'} onClose={close} />
      )}
      {(open === 'stop' || open === 'stop-one') && (
        <StopDialog batch={batch} isOne={open === 'stop-one'} onClose={close} />
      )}
      {open === 'refund' && <RefundDialog batch={batch} onClose={close} />}
    </div>
  );
}

function StopDialog({ batch, isOne, onClose }: BatchProps & { isOne: boolean; onClose: () => void }) {
  const stopping = useStopVouchers(batch.number);
  return (
    <ReasonDialog
      title={isOne ? 'Stop one voucher' : 'Stop the batch'}
      confirm="Stop"
      schema={stopVouchers.body}
      start={isOne ? { index: '' } : {}}
      bodyOf={({ index, ...fields }) => ({ ...fields, ...(isOne && { index: Number(index?.trim() || Number.NaN) }) })}
      call={stopping.mutateAsync}
      onClose={onClose}
    >
      {(field) => (
        <>
          <p>
            {isOne
              ? 'Its PIN pays nothing from now on. This cannot be taken back.'
              : `None of the ${batch.counts.issued.count} vouchers that are not used pays from now on. This cannot be taken back.`}
          </p>
          {isOne && (
            <Field
              label="Number within the batch"
              hint={`What follows the dash: 42 for ${String(batch.number).padStart(4, '0')}-00042`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
              {...field('index')}
            />
          )}
        </>
      )}
    </ReasonDialog>
  );
}

function RefundDialog({ batch, onClose }: BatchProps & { onClose: () => void }) {
  const refunding = useRefundVoucherBatch(batch.number);
  const { issued, stopped } = batch.counts;
  const share = batch.count === 0 ? 0 : (batch.price / batch.count) * (issued.count + stopped.count);
  return (
    <ReasonDialog
      title="Take back what is not used"
      confirm="Take back"
      schema={refundVoucherBatch.body}
      call={refunding.mutateAsync}
      onClose={onClose}
    >
      <p>
        {issued.count + stopped.count} vouchers become void, and {bidiIsolate(batch.agent?.name ?? '')} owes about{' '}
        {formatExactNaira(Math.round(share * 100) / 100)} less. Collect the cards first.
      </p>
    </ReasonDialog>
  );
}
