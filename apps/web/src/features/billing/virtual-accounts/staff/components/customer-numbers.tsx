import {
  closeVirtualAccounts,
  type listCustomerVirtualAccounts,
} from '@portal/contract/billing/payments/staff-incoming-transfers';
import { CircleAlert, CircleCheck, CircleX, Clock, Repeat } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import type { Answer } from '../../../../../shared/api/call-endpoint.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { formatGateway } from '../../../../../shared/format/gateway.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { StatusBadge, type StatusLook } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { numberGroups, shownAccounts } from '../../shown-accounts.ts';
import {
  useCloseVirtualAccounts,
  useCustomerVirtualAccounts,
  useRequestForCustomer,
} from '../api/staff-virtual-accounts.ts';

type Account = Answer<typeof listCustomerVirtualAccounts>[number];

const STATES: Record<Account['status'] | NonNullable<Account['was']>, StatusLook> = {
  ready: { label: 'Ready', kind: 'ok', icon: CircleCheck },
  'being-prepared': { label: 'Being prepared', kind: 'info', icon: Clock },
  'needs-identity': { label: 'Needs BVN or NIN', kind: 'warn', icon: CircleAlert },
  refused: { label: 'Refused', kind: 'bad', icon: CircleX },
  replaced: { label: 'Replaced', kind: 'mute', icon: Repeat },
  closed: { label: 'Closed', kind: 'mute', icon: CircleX },
};

/** Those of now first, then the former ones. */
const inOrder = (accounts: readonly Account[]) => [
  ...shownAccounts(accounts.filter(({ was }) => was === null)),
  ...accounts.filter(({ was }) => was !== null),
];

/** The account numbers of a customer, former ones as well. */
export function CustomerNumbers({ customerId }: { customerId: number }) {
  const accounts = useCustomerVirtualAccounts(customerId);
  return (
    <AsyncBoundary
      query={accounts}
      failure="We could not load the account numbers"
      skeleton={<Skeleton className="h-16 w-full" />}
    >
      {(found) =>
        found.length === 0 ? (
          <p className="small muted">None yet.</p>
        ) : (
          <>
            <ul>
              {inOrder(found).map((account) => (
                <li
                  key={
                    account.accountNumber ?? `${account.provider} ${account.bank} ${account.status} ${account.line?.id}`
                  }
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 border-line border-t py-3 first:border-t-0"
                >
                  <p className="min-w-0 break-words">
                    {account.accountNumber && (
                      <span className="semi whitespace-nowrap">{numberGroups(account.accountNumber).join(' ')}, </span>
                    )}
                    {account.bank} <span className="small soft">{formatGateway(account.provider)}</span>
                    {account.line && <span className="small soft block">Pays only for {account.line.label}</span>}
                    {account.accountName && <span className="small muted block">{account.accountName}</span>}
                  </p>
                  <StatusBadge status={account.was ?? account.status} statuses={STATES} />
                </li>
              ))}
            </ul>
            {found.some(({ was, status }) => was === null && status !== 'refused') && (
              <Allowed to={closeVirtualAccounts}>
                <CloseNumbers customerId={customerId} />
              </Allowed>
            )}
          </>
        )
      }
    </AsyncBoundary>
  );
}

/** Asks for a customer's numbers where none of theirs is missing but BVN or NIN. */
export function AskForNumbers({ customerId }: { customerId: number }) {
  const request = useRequestForCustomer(customerId);
  const ask = useMutateOnce(request);
  return (
    <>
      <Button
        variant="secondary"
        busy={request.isPending}
        busyLabel="Asking..."
        onClick={() =>
          void ask(undefined, {
            onSuccess: ({ message }) => toast({ title: 'Account numbers', description: message }),
          })
        }
      >
        Ask for numbers
      </Button>
      {request.error && <Alert kind="bad">{messageOf(request.error)}</Alert>}
    </>
  );
}

function CloseNumbers({ customerId }: { customerId: number }) {
  const [isOpen, setOpen] = useState(false);
  const closing = useCloseVirtualAccounts(customerId);
  return (
    <div className="mt-3">
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Close them
      </Button>
      {isOpen && (
        <ReasonDialog
          title="Close the account numbers"
          confirm="Close them"
          schema={closeVirtualAccounts.body}
          call={closing.mutateAsync}
          onClose={() => setOpen(false)}
        >
          <p className="soft">
            Nobody can pay this customer’s bills by them any more. Money that still comes within a year waits for staff
            under Unmatched money.
          </p>
        </ReasonDialog>
      )}
    </div>
  );
}
