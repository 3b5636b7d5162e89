import { type AccessMismatch, listAccessMismatches } from '@portal/contract/network/access';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { DataAsOf } from '../../../../../shared/ui/async/data-as-of.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { serverLabel } from '../../../access-servers/staff/access-server-labels.ts';
import { mismatchKinds } from '../access-labels.ts';
import { useAccessMismatches } from '../api/network-lists.ts';

/**
 * The differences between the network and our subscription records of last night, by kind, each
 * with a link to its customer.
 */
export function AccessMismatchList() {
  const mismatches = useAccessMismatches();
  return (
    <AsyncBoundary
      query={mismatches}
      failure="We could not load the access mismatches"
      skeleton={<Skeleton className="h-96 w-full" />}
    >
      {({ reconciledAt, total, totals, mismatches }) => {
        if (reconciledAt === null) {
          return <EmptyState title="Not compared yet">The first reconciliation is made tonight at three.</EmptyState>;
        }
        const at = formatMoment(reconciledAt);
        if (total === 0)
          return <EmptyState title="No mismatch">Compared {at}: the network does what is paid.</EmptyState>;
        return (
          <>
            <DataAsOf label="As of" path={listAccessMismatches.path} />
            <p className="soft">Compared {at}.</p>
            <div className="mt-8 grid gap-10">
              {mismatchKinds.map(({ kind, title, advice }) => (
                <Group
                  key={kind}
                  title={title}
                  advice={advice}
                  total={totals[kind]}
                  of={mismatches.filter((one) => one.kind === kind)}
                />
              ))}
            </div>
          </>
        );
      }}
    </AsyncBoundary>
  );
}

type GroupProps = { title: string; advice: string; total: number; of: readonly AccessMismatch[] };

function Group({ title, advice, total, of }: GroupProps) {
  if (of.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className="h3 flex flex-wrap items-center gap-3">
        {title} <Badge kind="warn">{Math.max(total, of.length)}</Badge>
      </h2>
      <p className="soft small mt-1 mb-4 max-w-[56em]">
        {advice}
        {total > of.length && ` The ${of.length} that have lasted longest are shown.`}
      </p>
      <ul className="border-ink border-t">
        {of.map((mismatch) => (
          <MismatchRow key={`${mismatch.customer?.id} ${mismatch.username} ${mismatch.nas}`} of={mismatch} />
        ))}
      </ul>
    </section>
  );
}

function MismatchRow({ of: { customer, username, nas, nasName, since } }: { of: AccessMismatch }) {
  const facts = [
    username ?? 'no login',
    nas && serverLabel(nas, nasName),
    since && `since ${formatMoment(since)}`,
  ].filter(Boolean);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 border-line border-b py-3">
      {customer ? (
        <PageLink className="link inline-flex min-h-11 items-center" to={`/admin/customers/${customer.id}`}>
          {bidiIsolate(customer.name)}
        </PageLink>
      ) : (
        <span className="semi inline-flex min-h-11 items-center">Unassigned</span>
      )}
      <span className="muted small wrap-anywhere">{facts.join(', ')}</span>
    </li>
  );
}
