import { type AddressPool, createAddressPool, listPoolAddresses } from '@portal/contract/network/addresses';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useAddressPools, useSetAddressPoolRetired } from '../api/addresses.ts';
import { AddressPoolDialog } from './address-pool-dialog.tsx';
import { PoolAddressesDialog } from './pool-addresses-dialog.tsx';

type Shown = { readonly pool: AddressPool | null; readonly as: 'form' | 'addresses' };

/** The pools of addresses: how many are taken, and how to add, change and retire them. */
export function AddressPoolList() {
  const pools = useAddressPools();
  const [shown, setShown] = useState<Shown | null>(null);
  const close = () => setShown(null);
  return (
    <section aria-label="Pools of addresses" className="mt-8 max-w-4xl">
      <Allowed to={createAddressPool}>
        <Button variant="secondary" onClick={() => setShown({ pool: null, as: 'form' })}>
          Add a pool
        </Button>
      </Allowed>
      <AsyncBoundary
        query={pools}
        failure="We could not load the pools"
        skeleton={<Skeleton className="mt-4 h-80 w-full" />}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <div className="mt-5">
              <EmptyState title="No pool yet">
                From a pool of fixed addresses a line gets one for itself. A dynamic pool is what the access servers
                give the lines of a plan.
              </EmptyState>
            </div>
          ) : (
            <ul className="mt-5 border-ink border-t">
              {loaded.map((pool) => (
                <Row key={pool.id} pool={pool} onShow={(as) => setShown({ pool, as })} />
              ))}
            </ul>
          )
        }
      </AsyncBoundary>
      {shown?.as === 'form' && <AddressPoolDialog pool={shown.pool} onClose={close} />}
      {shown?.as === 'addresses' && shown.pool && <PoolAddressesDialog pool={shown.pool} onClose={close} />}
    </section>
  );
}

const figure = (count: number) => count.toLocaleString('en-NG');

/** "3 taken, 1 in quarantine, 250 free of 254, next 198.51.100.4". */
function usageOf({ purpose, framedPool, plan, taken, quarantined, free, total, nextFree }: AddressPool): string {
  if (purpose === 'dynamic')
    return `Given by the access servers as ${framedPool}, ${plan ? `to the lines of ${plan.name}` : 'to no plan yet'}`;
  const waiting = quarantined > 0 ? `${figure(quarantined)} in quarantine, ` : '';
  return `${figure(taken)} taken, ${waiting}${figure(free)} free of ${figure(total)}${nextFree ? `, next ${nextFree}` : ''}`;
}

function Row({ pool, onShow }: { pool: AddressPool; onShow: (as: Shown['as']) => void }) {
  const { id, name, network, prefixLength, purpose, retired } = pool;
  const change = useSetAddressPoolRetired();
  const oneAtATime = useOneAtATime();
  async function turn() {
    try {
      const { message } = await change.mutateAsync({ id, retired: !retired });
      toast({ title: bidiIsolate(name), description: message });
    } catch (failure) {
      toast({ title: 'Not saved', description: messageOf(failure), variant: 'destructive' });
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-b py-3">
      <div className="min-w-56 flex-1">
        <p className="semi wrap-anywhere flex flex-wrap items-center gap-2">
          {bidiIsolate(name)}
          {retired && (
            <Badge kind="mute" icon={Archive}>
              Retired
            </Badge>
          )}
        </p>
        <p className="small wrap-anywhere">
          {network}
          {prefixLength !== null && <span className="soft">, a /{prefixLength} each line</span>}
        </p>
        <p className="soft small wrap-anywhere">{usageOf(pool)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Allowed to={createAddressPool}>
          <Button variant="secondary" aria-label={`Edit ${name}`} onClick={() => onShow('form')}>
            Edit
          </Button>
        </Allowed>
        {purpose === 'fixed' && (
          <Allowed to={listPoolAddresses}>
            <Button variant="quiet" aria-label={`Addresses of ${name}`} onClick={() => onShow('addresses')}>
              Addresses
            </Button>
          </Allowed>
        )}
        <Allowed to={createAddressPool}>
          <Button
            variant="quiet"
            aria-label={`${retired ? 'Use again' : 'Retire'}: ${name}`}
            busy={change.isPending}
            busyLabel="Saving..."
            onClick={() => oneAtATime(turn)}
          >
            {retired ? 'Use again' : 'Retire'}
          </Button>
        </Allowed>
      </div>
    </li>
  );
}
