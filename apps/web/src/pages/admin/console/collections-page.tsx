import { exportCollections, takeNextCollection } from '@portal/contract/console/collections';
import { Download, PhoneOutgoing } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { CallBackList } from '../../../features/console/call-backs/staff/components/call-back-list.tsx';
import {
  useClaim,
  useCollectionCounts,
  useCollections,
  useTakeNext,
} from '../../../features/console/collections/staff/api/collections.ts';
import {
  addressOf,
  type CollectionChoice,
  choiceOf,
  filterOf,
} from '../../../features/console/collections/staff/collection-choice.ts';
import { CollectionCall } from '../../../features/console/collections/staff/components/collection-call.tsx';
import { CollectionFilters } from '../../../features/console/collections/staff/components/collection-filters.tsx';
import { CollectionList } from '../../../features/console/collections/staff/components/collection-list.tsx';
import { CollectionSlab } from '../../../features/console/collections/staff/components/collection-slab.tsx';
import { useQueueKeys } from '../../../features/console/collections/staff/use-queue-keys.ts';
import { messageOf } from '../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../shared/api/use-mutate-once.ts';
import { formatExactNaira } from '../../../shared/format/naira.ts';
import { KeyCap } from '../../../shared/staff/shortcuts/key-cap.tsx';
import { useShortcuts } from '../../../shared/staff/shortcuts/shortcuts.ts';
import { useMay } from '../../../shared/staff/use-may.ts';
import { AsyncBoundary } from '../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { Button, buttonClass } from '../../../shared/ui/button/button.tsx';
import { type ToastRequest, toast } from '../../../shared/ui/feedback/toast.ts';
import { PageLink } from '../../../shared/ui/navigation/page-link.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/collections: who owes, and the calls about it, a queue that several people work. */
export function CollectionsPage() {
  const choice = choiceOf(useSearchParams()[0]);
  const counts = useCollectionCounts();
  const { takeNext, busy } = useNext(choice);
  const mayCall = useMay()(takeNextCollection);
  useQueueKeys();
  useShortcuts(mayCall ? [{ key: 'n', label: 'Take the next', run: takeNext }] : []);
  return (
    <ConsolePageLayout>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="h2">Who owes</h1>
          <p className="soft">{counts.data ? summary(counts.data) : 'Accounts with a bill that is due'}</p>
        </div>
        <Tools choice={choice} callBacks={counts.data?.callBacks} />
      </div>
      <div className="mt-5 grid gap-5">
        <AsyncBoundary
          query={counts}
          failure="We could not load the figures of today"
          skeleton={<Skeleton className="h-36 w-full" />}
        >
          {(loaded) => <CollectionSlab counts={loaded} />}
        </AsyncBoundary>
        {choice.callBacks && (
          <section aria-labelledby="call-backs-heading" className="panel">
            <h2 id="call-backs-heading" className="h3 mb-3">
              Call-backs of today
            </h2>
            <CallBackList empty="No call is due today." />
          </section>
        )}
        <Queue choice={choice} counts={counts.data} onNext={takeNext} busy={busy} mayCall={mayCall} />
      </div>
    </ConsolePageLayout>
  );
}

function summary({ accounts, owes, working }: NonNullable<ReturnType<typeof useCollectionCounts>['data']>): string {
  const people = ['Nobody is calling.', 'One of you is calling.'][working] ?? `${working} of you are calling.`;
  return `${accounts === 1 ? '1 account' : `${accounts} accounts`}, ${formatExactNaira(owes)}. ${people}`;
}

/** Takes the next account, and shows it; says what was saved before, and whether nobody is left. */
function useNext(choice: CollectionChoice) {
  const navigate = useNavigate();
  const taking = useTakeNext();
  const take = useMutateOnce(taking);
  const takeNext = (saved?: ToastRequest) => {
    if (saved) toast(saved);
    void take(
      { ...(choice.age && { age: choice.age }), ...(choice.account !== null && { except: choice.account }) },
      {
        onSuccess: ({ customerId, message }) => {
          if (customerId === null)
            toast({
              title: saved?.title ?? 'Who owes',
              description: [saved?.description, message].filter(Boolean).join(' '),
            });
          void navigate(addressOf({ ...choice, account: customerId }));
        },
        onError: (failure) => toast({ title: 'Not taken', description: messageOf(failure), variant: 'destructive' }),
      },
    );
  };
  return { takeNext, busy: taking.isPending };
}

function Tools({ choice, callBacks }: { choice: CollectionChoice; callBacks: number | undefined }) {
  const search = new URLSearchParams(filterOf(choice)).toString();
  return (
    <div className="flex flex-wrap gap-2">
      <a
        className={buttonClass({ variant: 'secondary' })}
        href={`${exportCollections.path}${search && `?${search}`}`}
        download
      >
        <Download />
        CSV
      </a>
      <PageLink
        className={buttonClass({ variant: 'secondary' })}
        to={addressOf({ ...choice, callBacks: !choice.callBacks })}
        aria-expanded={choice.callBacks}
      >
        <PhoneOutgoing />
        Call-backs{callBacks === undefined ? '' : `, ${callBacks}`}
      </PageLink>
    </div>
  );
}

type QueueProps = {
  choice: CollectionChoice;
  counts: ReturnType<typeof useCollectionCounts>['data'];
  onNext: (saved?: ToastRequest) => void;
  busy: boolean;
  mayCall: boolean;
};

function Queue({ choice, counts, onNext, busy, mayCall }: QueueProps) {
  const navigate = useNavigate();
  const collections = useCollections(choice);
  const claim = useMutateOnce(useClaim());
  const show = (account: number | null) => void navigate(addressOf({ ...choice, account }));
  // It is shown once it is taken: what it owes then comes with who works on it.
  function open(account: number) {
    const row = collections.data?.find(({ customer }) => customer.id === account);
    const isFree = row !== undefined && (row.claim === null || row.claim.mine);
    if (mayCall && isFree) claim(account, { onSettled: () => show(account) });
    else show(account);
  }
  return (
    <div className={choice.account === null ? 'collections' : 'collections collections-open'}>
      {counts ? <CollectionFilters choice={choice} counts={counts} /> : <Skeleton className="h-72 w-full" />}
      <div className="collections-list min-w-0">
        <CollectionList collections={collections} choice={choice} total={counts?.accounts} onOpen={open} />
      </div>
      <div className="collections-call min-w-0">
        {choice.account === null ? (
          <div className="panel grid justify-items-start gap-4">
            <h2 className="h3">Nobody is chosen</h2>
            <p className="soft">Choose an account of the list, or take the next one that nobody else works on.</p>
            {mayCall && (
              <Button busy={busy} busyLabel="Taking..." onClick={() => onNext()}>
                Take the next
                <KeyCap>N</KeyCap>
              </Button>
            )}
          </div>
        ) : (
          <CollectionCall
            key={choice.account}
            accountId={choice.account}
            onNext={onNext}
            busy={busy}
            onClose={() => show(null)}
          />
        )}
      </div>
    </div>
  );
}
