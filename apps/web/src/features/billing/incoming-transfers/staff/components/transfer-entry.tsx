import type { IncomingTransfer } from '@portal/contract/billing/payments/staff-incoming-transfers';
import { assignTransfer, returnTransfer } from '@portal/contract/billing/payments/staff-incoming-transfers';
import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDateTime } from '../../../../../shared/format/date.ts';
import { formatGateway } from '../../../../../shared/format/gateway.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { DescriptionList, type Fact } from '../../../../../shared/ui/layout/description-list.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import type { CustomerChoice } from '../customer-choice.ts';
import { isAssignable, reasonFor, reasonOf, spacedNumber, sumOf, transferStatuses, whyOf } from '../transfer-labels.ts';
import { AssignDialog, type Assignment } from './assign-dialog.tsx';
import { ReturnDialog } from './return-dialog.tsx';

type EntryProps = { transfer: IncomingTransfer; Customers: CustomerChoice | null };

/** A transfer as its bank describes it, and what staff can do about one that waits. */
export function TransferEntry({ transfer, Customers }: EntryProps) {
  const { payer, payerBank, status, reason } = transfer;
  const isOpen = status === 'waiting' || status === 'returning';
  return (
    <li className="border-line border-b py-6">
      <article
        aria-label={`${sumOf(transfer)} from ${payer ?? 'somebody'}`}
        className="grid gap-x-10 gap-y-4 md:grid-cols-2"
      >
        <div className="grid min-w-0 content-start gap-3">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="font-light text-[1.75rem] leading-none">{sumOf(transfer)}</p>
            <StatusBadge status={status} statuses={transferStatuses} />
          </div>
          <p className="wrap-anywhere">
            <span className="semi">{payer === null ? 'The bank names no payer' : bidiIsolate(payer)}</span>
            {payerBank && <span className="soft">, {bidiIsolate(payerBank)}</span>}
          </p>
          {isOpen && reason && <p className="soft">{reasonOf(reason)}</p>}
          <Outcome transfer={transfer} />
          {isOpen && <Decisions transfer={transfer} Customers={Customers} />}
        </div>
        <DescriptionList facts={factsOf(transfer)} className="small content-start" />
      </article>
    </li>
  );
}

function fact(label: string, value: string | null): Fact[] {
  return value ? [{ label, value: <span className="wrap-anywhere">{value}</span> }] : [];
}

function factsOf({ sentTo, provider, narration, paidAt, receivedAt, reference, sessionId }: IncomingTransfer): Fact[] {
  return [
    ...fact('Sent to', sentTo && spacedNumber(sentTo)),
    ...fact('Through', formatGateway(provider)),
    ...fact('Narration', narration && bidiIsolate(narration)),
    ...fact('Paid', paidAt && formatDateTime(paidAt)),
    ...fact('Reported', formatDateTime(receivedAt)),
    ...fact('Reference', reference),
    ...fact('Session of the bank', sessionId),
  ];
}

/** What has become of it, and by whom. */
function Outcome({
  transfer: { customer, payment, decidedBy, decidedAt, note, status },
}: {
  transfer: IncomingTransfer;
}) {
  const by = decidedBy && `${bidiIsolate(decidedBy.name)}${decidedAt ? `, ${formatDateTime(decidedAt)}` : ''}`;
  return (
    <>
      {customer && (
        <p>
          <PageLink className="link" to={`/admin/customers/${customer.id}`}>
            {bidiIsolate(customer.name)}
          </PageLink>
          , {spacedNumber(customer.accountNumber)}
          {payment && (
            <>
              {', '}
              <PageLink className="link wrap-anywhere" to={`/admin/payments/${encodeURIComponent(payment)}`}>
                {payment}
              </PageLink>
            </>
          )}
        </p>
      )}
      {by && (
        <p className="small soft wrap-anywhere">
          {status === 'returning' ? `${by} wants to send it back` : by}
          {note && `: ${bidiIsolate(note)}`}
        </p>
      )}
    </>
  );
}

type Deciding = { readonly kind: 'choose' | 'return' } | { readonly kind: 'assign'; readonly to: Assignment };

function Decisions({ transfer, Customers }: EntryProps) {
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const { status, suggestions } = transfer;
  const isWaiting = status === 'waiting';
  const close = () => setDeciding(null);
  return (
    <div className="grid gap-3">
      {isAssignable(transfer) && (
        <Allowed to={assignTransfer}>
          {suggestions.map((suggestion) => {
            const { customer } = suggestion;
            const reason = reasonFor(suggestion, transfer);
            return (
              <button
                key={customer.id}
                type="button"
                className="rounded-control border border-line-strong bg-sheet px-4 py-2.5 text-left hover:border-ink"
                onClick={() => setDeciding({ kind: 'assign', to: { ...customer, reason } })}
              >
                <span className="semi block break-words">Give to {bidiIsolate(customer.name)}</span>
                <span className="small soft block">
                  {spacedNumber(customer.accountNumber)}, {whyOf(suggestion)}
                </span>
              </button>
            );
          })}
        </Allowed>
      )}
      <div className="flex flex-wrap gap-3">
        {isAssignable(transfer) && Customers && (
          <Allowed to={assignTransfer}>
            <Button variant="secondary" onClick={() => setDeciding({ kind: 'choose' })}>
              Another customer
            </Button>
          </Allowed>
        )}
        <Allowed to={returnTransfer}>
          <Button variant="quiet" onClick={() => setDeciding({ kind: 'return' })}>
            {isWaiting ? 'Send back' : 'Agree to send it back'}
          </Button>
        </Allowed>
      </div>
      {deciding?.kind === 'choose' && Customers && (
        <Customers
          title="Whose money is it?"
          onClose={close}
          onChoose={(id, name) => setDeciding({ kind: 'assign', to: { id: Number(id), name, reason: '' } })}
        />
      )}
      {deciding?.kind === 'assign' && <AssignDialog transfer={transfer} to={deciding.to} onClose={close} />}
      {deciding?.kind === 'return' && <ReturnDialog transfer={transfer} onClose={close} />}
    </div>
  );
}
