import type { FailedSend } from '@portal/contract/channels/whatsapp';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useFailedSends } from '../api/whatsapp.ts';

const WHAT: Readonly<Record<FailedSend['purpose'], string>> = {
  chat: 'Message of an agent',
  answer: 'Automatic answer',
  notice: 'Notice',
};

/** What WhatsApp has not delivered, the newest first. */
export function FailedList() {
  const failed = useFailedSends();
  return (
    <AsyncBoundary
      query={failed}
      failure="We could not load what failed"
      skeleton={<Skeleton className="mt-4 h-60 w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <div className="mt-6">
            <EmptyState title="Nothing has failed">What WhatsApp does not deliver is listed here.</EmptyState>
          </div>
        ) : (
          <>
            <ul>
              {loaded.map((each) => (
                <li key={each.id} className="border-line border-b py-3.5">
                  <p className="semi">
                    {WHAT[each.purpose]} to {each.recipient}
                  </p>
                  <p className="soft wrap-anywhere">{each.reason ?? 'No reason was given.'}</p>
                  <p className="small muted">
                    {formatMoment(each.at)}
                    {each.asText && ', sent as a text instead'}
                    {each.customerId !== null && (
                      <>
                        {', '}
                        <PageLink className="link" to={`/admin/customers/${each.customerId}`}>
                          customer
                        </PageLink>
                      </>
                    )}
                  </p>
                </li>
              ))}
            </ul>
            <ShowMore query={failed} />
          </>
        )
      }
    </AsyncBoundary>
  );
}
