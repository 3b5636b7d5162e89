import { paymentStatus } from '@portal/contract/billing/payments/payments';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { formatGateway } from '../../../../../shared/format/gateway.ts';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { paymentStatuses } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { LinkTabs } from '../../../../../shared/ui/navigation/link-tabs.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { usePaymentCounts } from '../api/list-staff-payments.ts';
import { addressOf, EVERYTHING, GATEWAYS, isLimited, type PaymentFilter } from '../payment-filter.ts';
import { ReferenceSearch } from './reference-search.tsx';

const STATUSES = paymentStatus.options.map((value) => ({ value, label: paymentStatuses[value]?.label ?? value }));
const GATEWAY_OPTIONS = GATEWAYS.map((value) => ({ value, label: formatGateway(value) }));

export type PaymentFiltersProps = {
  choice: PaymentFilter;
  /** Where a customer is chosen. */
  customer: ReactNode;
};

/**
 * The payment filters: those that wait for staff first, then by state, gateway and day. Each choice
 * has an address.
 */
export function PaymentFilters({ choice, customer }: PaymentFiltersProps) {
  const counts = usePaymentCounts().data;
  const at = (view: PaymentFilter['view']) => addressOf({ ...choice, view });
  const mark = (count: number | undefined) =>
    count !== undefined && <Badge kind={count > 0 ? 'warn' : 'mute'}>{count}</Badge>;
  return (
    <>
      <LinkTabs
        label="Which payments"
        current={choice.view}
        views={[
          { id: 'all', to: at('all'), label: 'All' },
          { id: 'review', to: at('review'), label: 'In review', mark: mark(counts?.review) },
          { id: 'dispute', to: at('dispute'), label: 'Disputed', mark: mark(counts?.disputed) },
          { id: 'approval', to: at('approval'), label: 'Refunds to approve', mark: mark(counts?.awaitingApproval) },
          {
            id: 'accounting',
            to: '/admin/accounting',
            label: 'Gateway discrepancies',
            mark: mark(counts?.discrepancies),
          },
        ]}
      />
      <Limits choice={choice} customer={customer} />
    </>
  );
}

function Limits({ choice, customer }: PaymentFiltersProps) {
  const navigate = useNavigate();
  const limit = (name: keyof PaymentFilter) => ({
    value: choice[name],
    onChange: ({ target }: { target: { value: string } }) =>
      void navigate(addressOf({ ...choice, [name]: target.value }), { replace: true }),
  });
  return (
    <search className="mt-5 grid grid-cols-2 gap-3 *:min-w-0 max-[350px]:grid-cols-1 md:grid-cols-3 lg:grid-cols-6 [&_input]:min-w-0 [&_input[type=date]]:px-2.5">
      {choice.view !== 'review' && (
        <SelectField label="Status" placeholder="Any" options={STATUSES} {...limit('status')} />
      )}
      {customer}
      <SelectField label="Paid with" placeholder="Any" options={GATEWAY_OPTIONS} {...limit('gateway')} />
      <Field label="From" type="date" max={choice.to} {...limit('from')} />
      <Field label="To" type="date" min={choice.from} {...limit('to')} />
      <ReferenceSearch />
      {isLimited(choice) && (
        <p className="col-span-full">
          <PageLink
            className="link inline-flex min-h-11 items-center"
            to={addressOf({ ...EVERYTHING, view: choice.view })}
          >
            Show all
          </PageLink>
        </p>
      )}
    </search>
  );
}
