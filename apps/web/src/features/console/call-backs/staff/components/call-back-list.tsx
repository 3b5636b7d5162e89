import { type CallBack, endCallBack } from '@portal/contract/console/call-backs';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { formatTimeOrMoment } from '../../../../../shared/format/date.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useCallBacks, useEndCallBack } from '../api/call-backs.ts';
import { MoveCallBackDialog } from './call-back-dialogs.tsx';

/** The calls of today and those before them, or those that are arranged with one customer. */
export function CallBackList({ customerId, empty }: { customerId?: number; empty: string }) {
  const callBacks = useCallBacks(customerId);
  return (
    <AsyncBoundary
      query={callBacks}
      failure="We could not load the call-backs"
      skeleton={<Skeleton className="h-24 w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <p className="small muted">{empty}</p>
        ) : (
          <ul>
            {loaded.map((callBack) => (
              <Row key={callBack.id} callBack={callBack} isNamed={customerId === undefined} />
            ))}
          </ul>
        )
      }
    </AsyncBoundary>
  );
}

function Row({ callBack, isNamed }: { callBack: CallBack; isNamed: boolean }) {
  const { id, customer, at, about, owes, madeBy } = callBack;
  const mayEnd = useMay()(endCallBack);
  const ending = useEndCallBack(id);
  const end = useMutateOnce(ending);
  const [moving, setMoving] = useState(false);
  const isDue = new Date(at) <= now();
  return (
    <li className="grid gap-2 border-line border-t py-3 first:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 break-words">
          {isNamed && (
            <PageLink
              className="semi mr-2 hover:underline"
              to={owes ? `/admin/collections?account=${customer.id}` : `/admin/customers/${customer.id}`}
            >
              {bidiIsolate(customer.name)}
            </PageLink>
          )}
          {customer.phone && (
            <a className="link" href={`tel:${customer.phone}`}>
              {formatPhone(customer.phone)}
            </a>
          )}
        </p>
        <Badge kind={isDue ? 'warn' : 'mute'}>{formatTimeOrMoment(at)}</Badge>
      </div>
      <p className="small soft break-words">
        {[owes && 'About what they owe', about && bidiIsolate(about)].filter(Boolean).join(': ')}
        {madeBy && `. ${bidiIsolate(madeBy)}`}
      </p>
      {ending.error && <Alert kind="bad">{messageOf(ending.error)}</Alert>}
      {mayEnd && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" busy={ending.isPending} busyLabel="Saving..." onClick={() => void end()}>
            <Check />
            Done
          </Button>
          <Button variant="quiet" onClick={() => setMoving(true)}>
            Another time
          </Button>
        </div>
      )}
      {moving && <MoveCallBackDialog callBack={callBack} onClose={() => setMoving(false)} />}
    </li>
  );
}
