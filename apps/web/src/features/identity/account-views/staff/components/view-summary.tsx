import { type AccountView, beginAccountView, endAccountView } from '@portal/contract/identity/account-views';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment, formatTime } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { Panel } from '../../../../../shared/ui/layout/panel.tsx';
import { useEndAccountView } from '../api/account-views.ts';
import { pageNames } from '../page-names.ts';
import { ViewAsDialog } from './view-as-dialog.tsx';

/** What a view as a customer was, and the ways on from it. */
export function ViewSummary({ view }: { view: AccountView }) {
  const { customer, endedAt, startedAt, pages, writesRefused, reason } = view;
  const name = bidiIsolate(customer.name);
  const [again, setAgain] = useState(false);
  return (
    <Panel className="mx-auto my-6 grid max-w-xl gap-5 sm:p-8">
      <h1 className="h2 wrap-anywhere">{endedAt ? `You no longer view as ${name}` : `You view as ${name}`}</h1>
      <DescriptionList
        className="border-line border-y py-4"
        facts={[
          {
            label: 'Viewed',
            value: endedAt
              ? `${formatMoment(startedAt)} to ${formatTime(endedAt)}`
              : `Since ${formatMoment(startedAt)}`,
          },
          { label: 'Reason', value: <span className="wrap-anywhere">{reason}</span> },
          { label: 'Pages', value: <span className="wrap-anywhere">{pageNames(pages) || 'None'}</span> },
          { label: 'Changes tried', value: writesRefused },
        ]}
      />
      <p className="small soft">It stands in the audit log, and {name} can read it.</p>
      <div className="grid gap-2.5 sm:grid-cols-2">
        <ButtonLink className="sm:order-2" to={`/admin/customers/${customer.id}`}>
          Back to their page
        </ButtonLink>
        {endedAt ? (
          <Allowed to={beginAccountView}>
            <Button variant="secondary" onClick={() => setAgain(true)}>
              View again
            </Button>
          </Allowed>
        ) : (
          <Allowed to={endAccountView}>
            <EndButton id={view.id} />
          </Allowed>
        )}
      </div>
      {again && <ViewAsDialog customer={customer} onClose={() => setAgain(false)} />}
    </Panel>
  );
}

function EndButton({ id }: { id: number }) {
  const ending = useEndAccountView(id);
  const { isPending, error } = ending;
  const mutate = useMutateOnce(ending);
  return (
    <div>
      <Button block variant="secondary" busy={isPending} busyLabel="Ending..." onClick={() => void mutate()}>
        End the view
      </Button>
      {error && (
        <Alert kind="bad" className="mt-3">
          {messageOf(error)}
        </Alert>
      )}
    </div>
  );
}
