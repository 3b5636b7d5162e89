import type { CustomerFilter, CustomerRow } from '@portal/contract/console/customers';
import { searchCustomers } from '@portal/contract/console/customers';
import type { ReactNode } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDay } from '../../../../../shared/format/date.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { DataAsOf } from '../../../../../shared/ui/async/data-as-of.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { StatusBadge, subscriptionStatuses } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useSearchEverything } from '../../../search/staff/api/search-everything.ts';
import { detailOf, pageOf } from '../../../search/staff/found-labels.ts';
import { useCustomers } from '../api/search-customers.ts';
import { queryOf } from '../customer-filter.ts';
import { AccountBadges } from './account-badges.tsx';

const ROW =
  'relative grid grid-cols-1 gap-x-6 gap-y-1.5 border-line border-b py-3.5 hover:bg-sheet md:grid-cols-[minmax(0,1fr)_minmax(0,270px)_130px] md:items-center';

export type CustomerListProps = {
  search: string;
  /** Which customers, where nothing is searched. */
  filter: CustomerFilter;
  /** The pages that the rows lead to are below this address. */
  within: string;
  /** Clears the search. */
  onClear: () => void;
  /** Shows the box by which a customer is chosen; none without it. */
  renderBox?: ((customer: CustomerRow) => ReactNode) | undefined;
  /** Above the list, with the customers in it. */
  renderHead?: ((shown: readonly CustomerRow[]) => ReactNode) | undefined;
};

/** The matching customers, or the newest accounts; each row links to the customer's page. */
export function CustomerList({ search, filter, within, onClear, renderBox, renderHead }: CustomerListProps) {
  const customers = useCustomers(search, filter);
  const isLimited = queryOf(filter) !== '';
  return (
    <section aria-labelledby="customers-heading" className="mt-7" aria-busy={customers.isPlaceholderData}>
      <h2 className="h4 border-ink border-b pb-2" id="customers-heading" aria-live="polite">
        {isLimited
          ? 'Customers who fit, newest first'
          : headingOf(search, customers.isPlaceholderData ? undefined : customers.data?.length, customers.hasNextPage)}
      </h2>
      <AsyncBoundary
        query={customers}
        failure="We could not load the customers"
        skeleton={<Skeleton className="mt-4 h-96 w-full" />}
      >
        {(found) =>
          found.length === 0 ? (
            <NoCustomersFound search={search} isLimited={isLimited} onClear={onClear} />
          ) : (
            <>
              <DataAsOf label="As of" path={searchCustomers.path} />
              {renderHead?.(found)}
              <ul className={customers.isPlaceholderData ? 'opacity-60' : undefined}>
                {found.map((customer) => (
                  <Row key={customer.id} customer={customer} within={within} box={renderBox?.(customer)} />
                ))}
              </ul>
              <ShowMore query={customers} />
            </>
          )
        }
      </AsyncBoundary>
    </section>
  );
}

function headingOf(search: string, found: number | undefined, hasMore: boolean): string {
  if (!search) return 'Newest accounts';
  if (found === undefined) return 'Searching...';
  if (hasMore) return `The first ${found} customers found`;
  return found === 1 ? '1 customer found' : `${found} customers found`;
}

type NoCustomersFoundProps = { search: string; isLimited: boolean; onClear: () => void };

function NoCustomersFound({ search, isLimited, onClear }: NoCustomersFoundProps) {
  if (isLimited) return <p className="soft py-6">No customer fits.</p>;
  if (!search) return <p className="soft py-6">No account has been opened yet.</p>;
  return (
    <div className="mt-5">
      <EmptyState
        title={`Nobody found for “${search}”`}
        action={
          <Button variant="secondary" onClick={onClear}>
            Show the newest accounts
          </Button>
        }
      >
        {search.length < 2
          ? 'Type at least two letters or digits.'
          : 'Names, addresses and numbers are found by their beginning; tickets and payments by the whole number.'}
      </EmptyState>
      <SimilarCustomers search={search} />
    </div>
  );
}

/** Whom somebody may have meant who mistyped; nothing when there is nobody. */
function SimilarCustomers({ search }: { search: string }) {
  const found = useSearchEverything(search).data?.find(({ similar }) => similar);
  if (!found) return null;
  return (
    <section aria-labelledby="similar-heading" className="mt-7">
      <h2 className="h4 border-ink border-b pb-2" id="similar-heading">
        Did you mean
      </h2>
      <ul>
        {found.results.map((result) => (
          <li key={result.id} className="relative border-line border-b py-3.5 hover:bg-sheet">
            <PageLink
              className="semi break-words after:absolute after:inset-0 hover:underline"
              to={pageOf('customer', result)}
              data-customer
            >
              {bidiIsolate(result.title)}
            </PageLink>
            <p className="small soft break-words">{detailOf('customer', result)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ customer, within, box }: { customer: CustomerRow; within: string; box: ReactNode }) {
  const { id, name, company, email, phone, createdAt, planName, subscriptionStatus } = customer;
  return (
    <li className={box ? `${ROW} pl-11` : ROW}>
      {box}
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <PageLink
            className="semi break-words after:absolute after:inset-0 hover:underline"
            to={`${within}/${id}`}
            data-customer
          >
            {bidiIsolate(name)}
          </PageLink>
          <AccountBadges customer={customer} />
        </p>
        <p className="small soft break-words">
          {[company && bidiIsolate(company), email, phone && formatPhone(phone)].filter(Boolean).join(', ')}
        </p>
      </div>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        {planName ? (
          <>
            <span className="small break-words">{planName}</span>
            <StatusBadge status={subscriptionStatus ?? ''} statuses={subscriptionStatuses} />
          </>
        ) : (
          <span className="small muted">No plan</span>
        )}
      </p>
      <p className="small muted">
        <span className="md:hidden">Since </span>
        {formatDay(createdAt)}
      </p>
    </li>
  );
}
