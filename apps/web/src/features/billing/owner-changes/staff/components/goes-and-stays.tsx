import type { OwnerChangeTerms } from '@portal/contract/billing/staff-owner-changes';
import { ArrowRight, Lock, type LucideIcon } from 'lucide-react';
import { ApiError } from '../../../../../shared/api/api-error.ts';
import { formatDay } from '../../../../../shared/format/date.ts';
import { formatExactNaira, formatNaira } from '../../../../../shared/format/naira.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import type { Fact } from '../../../../../shared/ui/layout/description-list.tsx';
import type { useOwnerChangeTerms } from '../api/staff-owner-changes.ts';

type GoesAndStaysProps = {
  terms: ReturnType<typeof useOwnerChangeTerms>;
  /** The present owner's name. */
  owner: string;
};

/** What goes along with a line to its new owner, what stays, and what is in the way. */
export function GoesAndStays({ terms, owner }: GoesAndStaysProps) {
  // What is wrong with the new owner says so; what moves is known all the same.
  if (terms.error instanceof ApiError && terms.error.code !== 'service.unavailable') {
    const { message } = terms.error;
    return <Alert kind="bad">{terms.error.errors.to ?? message}</Alert>;
  }
  return (
    <AsyncBoundary
      query={terms}
      failure="We could not load what goes along"
      skeleton={<Skeleton className="h-56 w-full" />}
    >
      {({ lines, stays }) => (
        <>
          <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
            <Column
              icon={ArrowRight}
              title="Goes along"
              facts={lines.flatMap((line) => factsOf(line, lines.length > 1))}
            />
            <Column
              icon={Lock}
              title={`Stays with ${owner}`}
              facts={[
                { label: 'Open invoices', value: formatExactNaira(stays.openInvoices) },
                { label: 'Credit', value: formatExactNaira(stays.credit) },
                { label: 'History', value: 'Payments, usage, speed tests' },
                { label: 'Auto-Pay', value: stays.hasAutoPay ? 'Ends for this line' : 'Off' },
              ]}
            />
          </div>
          {lines.map(
            ({ id, label, obstacle }) =>
              obstacle && (
                <Alert key={id} kind="warn">
                  {lines.length > 1 ? `${label}: ${obstacle}` : obstacle}
                </Alert>
              ),
          )}
        </>
      )}
    </AsyncBoundary>
  );
}

function factsOf(line: OwnerChangeTerms['lines'][number], isNamed: boolean): Fact[] {
  const { label, place, planName, monthlyFee, paidUntil, ontSerial } = line;
  const plan = [planName, monthlyFee !== null && formatNaira(monthlyFee)].filter(Boolean).join(', ');
  const until = paidUntil ? `until ${formatDay(paidUntil)}` : 'none left';
  if (isNamed) return [{ label, value: `${plan}, paid time ${until}` }];
  return [
    { label: 'Paid time', value: paidUntil ? `Until ${formatDay(paidUntil)}` : 'None left' },
    { label: 'Plan and price', value: plan || 'None' },
    { label: 'Place', value: place ?? 'Not said' },
    { label: 'Router and login', value: ontSerial ?? 'As they are' },
  ];
}

function Column({ icon: Icon, title, facts }: { icon: LucideIcon; title: string; facts: Fact[] }) {
  return (
    <section className="min-w-0">
      <h3 className="semi flex items-center gap-2 border-ink border-b pb-2 wrap-anywhere">
        <Icon aria-hidden className="size-4 shrink-0" />
        {title}
      </h3>
      <dl className="small mt-2 grid gap-2">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="semi">{label}</dt>
            <dd className="soft wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
