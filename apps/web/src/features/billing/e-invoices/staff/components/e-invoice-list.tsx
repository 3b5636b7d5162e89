import type { EInvoiceList as Answer } from '@portal/contract/billing/e-invoices';
import { Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { LinkTabs } from '../../../../../shared/ui/navigation/link-tabs.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useEInvoices } from '../api/e-invoices.ts';
import { type EInvoiceFilter, eInvoicesAddress } from '../e-invoice-filter.ts';
import { EInvoiceQueue } from './e-invoice-queue.tsx';
import { EInvoiceRows } from './e-invoice-rows.tsx';

/** The documents for the tax authority and their queue; where none is registered, how to begin. */
export function EInvoiceList({ choice }: { choice: EInvoiceFilter }) {
  const documents = useEInvoices(choice);
  return (
    <AsyncBoundary
      query={documents}
      failure="We could not load the e-invoices"
      skeleton={
        <div className="grid gap-6">
          <Skeleton className="h-40 w-full rounded-panel" />
          <Skeleton className="h-80 w-full" />
        </div>
      }
    >
      {(loaded) =>
        loaded.isOn ? (
          <>
            <EInvoiceQueue queue={loaded} />
            <Filters choice={choice} queue={loaded} />
            {loaded.documents.length === 0 ? (
              <Nothing choice={choice} />
            ) : (
              <>
                <EInvoiceRows documents={loaded.documents} />
                <ShowMore query={documents} />
              </>
            )}
          </>
        ) : (
          <HowToBegin />
        )
      }
    </AsyncBoundary>
  );
}

/** Where nothing is registered. */
function HowToBegin() {
  return (
    <Alert kind="info">
      <p className="semi">E-invoicing is off: no document is registered with the tax authority.</p>
      <p>
        Apply for it at the authority and choose a provider first. Then set EINVOICING=on and the EINVOICE_ variables
        with what they gave you, restart the portal, and test the provider here. The file docs/e-invoicing.md, which
        comes with the portal, says what to apply for, what each variable is, and how to try it in the sandbox.
      </p>
    </Alert>
  );
}

function Filters({ choice, queue }: { choice: EInvoiceFilter; queue: Answer }) {
  const navigate = useNavigate();
  const at = (state: EInvoiceFilter['state']) => eInvoicesAddress({ ...choice, state });
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const search = String(new FormData(event.currentTarget).get('search')).trim();
    void navigate(eInvoicesAddress({ ...choice, search }));
  }
  const mark = (many: number) => <Badge kind={many > 0 ? 'warn' : 'mute'}>{many.toLocaleString('en-NG')}</Badge>;
  return (
    <div className="mt-8 mb-6">
      <LinkTabs
        label="Which documents"
        current={choice.state ?? 'all'}
        views={[
          { id: 'all', to: at(null), label: 'All' },
          { id: 'waiting', to: at('waiting'), label: 'Waiting', mark: mark(queue.waiting) },
          { id: 'refused', to: at('refused'), label: 'Refused', mark: mark(queue.refused) },
          { id: 'registered', to: at('registered'), label: 'Registered' },
        ]}
      />
      <search className="mt-5">
        <form key={choice.search} className="flex flex-wrap items-end gap-3 *:min-w-0" onSubmit={apply}>
          <div className="min-w-60 max-w-xl flex-1">
            <Field
              label="Document, IRN or customer number"
              name="search"
              type="search"
              maxLength={64}
              autoComplete="off"
              spellCheck={false}
              defaultValue={choice.search}
            />
          </div>
          <Button type="submit" variant="secondary">
            <Search />
            Search
          </Button>
          {choice.search && (
            <PageLink
              className="link inline-flex min-h-12 items-center"
              to={eInvoicesAddress({ ...choice, search: '' })}
            >
              Show all
            </PageLink>
          )}
        </form>
      </search>
    </div>
  );
}

function Nothing({ choice: { state, search } }: { choice: EInvoiceFilter }) {
  if (search !== '') return <EmptyState title="No document has this number">Numbers have to be whole.</EmptyState>;
  if (state === 'waiting')
    return <EmptyState title="Nothing waits">Every document is registered, or was refused.</EmptyState>;
  if (state === 'refused')
    return (
      <EmptyState title="Nothing was refused">A document that needs somebody is here, with what mends it.</EmptyState>
    );
  return (
    <EmptyState title="No document yet">
      An invoice is here once it is paid, that of a company once it is issued.
    </EmptyState>
  );
}
