import type { CustomerPage as Customer } from '@portal/contract/console/customers';
import { type LineLogin, resetStaffMacLock } from '@portal/contract/network/line-login';
import { listSharedLogins } from '@portal/contract/network/shared-logins';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { ArrowLink } from '../../../../../shared/ui/button/arrow-link.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { DescriptionList, type Fact } from '../../../../../shared/ui/layout/description-list.tsx';
import { useResetStaffMacLock, useStaffLineLogin } from '../api/line-login.ts';

/** Which routers may use the line, and the press that lets another one in; nothing for a line without a login. */
export function RouterRules({ customer }: { customer: Pick<Customer, 'id' | 'lineId'> }) {
  const login = useStaffLineLogin(customer.id, customer.lineId);
  return (
    <AsyncBoundary
      query={login}
      failure="We could not load which routers may use the line"
      skeleton={<Skeleton className="mt-4 h-20 w-full" />}
    >
      {(loaded) => loaded && <Rules customer={customer} login={loaded} />}
    </AsyncBoundary>
  );
}

const RULES = { newest: 'the newest stays', oldest: 'the first stays' } as const;

function factsOf({ sessionsAtOnce, sessionRule, macLock, lockedTo, refused, sharedAt }: LineLogin): Fact[] {
  const lock = lockedTo ? `${lockedTo.mac}, since ${formatMoment(lockedTo.since)}` : 'The next router that connects';
  const why = refused?.why === 'mac-lock' ? 'not the router of the line' : 'others were online';
  return [
    { label: 'Routers at once', value: `${sessionsAtOnce}, ${RULES[sessionRule]}` },
    ...(macLock ? [{ label: 'Locked to', value: lock }] : []),
    ...(refused
      ? [{ label: 'Refused router', value: `${refused.mac ?? 'Unknown'}, ${formatMoment(refused.at)}: ${why}` }]
      : []),
    ...(sharedAt ? [{ label: 'Two at once', value: formatMoment(sharedAt) }] : []),
  ];
}

function Rules({ customer, login }: { customer: Pick<Customer, 'id' | 'lineId'>; login: LineLogin }) {
  const resetting = useResetStaffMacLock(customer.id, customer.lineId);
  const reset = useMutateOnce(resetting);
  const locksOut = login.macLock || login.sessionRule === 'oldest';
  return (
    <div className="mt-4">
      <DescriptionList className="small" facts={factsOf(login)} />
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {locksOut && (
          <Allowed to={resetStaffMacLock}>
            <Button
              variant="secondary"
              busy={resetting.isPending}
              busyLabel="One moment..."
              onClick={() =>
                void reset(undefined, {
                  onSuccess: ({ message }) => toast({ title: 'Router', description: message }),
                  onError: (failure) =>
                    toast({ title: 'Nothing has changed', description: messageOf(failure), variant: 'destructive' }),
                })
              }
            >
              Let another router in
            </Button>
          </Allowed>
        )}
        {login.sharedAt && (
          <Allowed to={listSharedLogins}>
            <ArrowLink to="/admin/network/shared-logins">Shared logins</ArrowLink>
          </Allowed>
        )}
      </div>
    </div>
  );
}
