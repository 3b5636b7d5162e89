import { type CollectionAccount, claimCollection } from '@portal/contract/console/collections';
import { ArrowLeft, CircleCheck, PhoneOutgoing, Users } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDay, formatTime, formatTimeOrMoment } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { languages } from '../../../../../shared/i18n/languages.ts';
import { KeyCap } from '../../../../../shared/staff/shortcuts/key-cap.tsx';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button, buttonClass } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import type { ToastRequest } from '../../../../../shared/ui/feedback/toast.ts';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useClaim, useCollection, useCollectionCalls } from '../api/collections.ts';
import { outcomeNames } from '../collection-labels.ts';
import { CallForm } from './call-form.tsx';

/** A third of the time for which an account is somebody's. */
const RENEW_MS = 5 * 60_000;

type CollectionCallProps = {
  accountId: number;
  /** Takes the next one, but not this. */
  onNext: (saved?: ToastRequest) => void;
  busy: boolean;
  onClose: () => void;
};

/** One account: what it owes, and how the call about it ended for whoever works on it. */
export function CollectionCall({ accountId, onNext, busy, onClose }: CollectionCallProps) {
  const account = useCollection(accountId);
  return (
    <section aria-label="Call" className="panel grid min-w-0 gap-5">
      <button type="button" className="soft -mb-2 flex min-h-11 items-center gap-2 lg:hidden" onClick={onClose}>
        <ArrowLeft className="icon-small" />
        Who owes
      </button>
      <AsyncBoundary
        query={account}
        failure="We could not load the account"
        skeleton={<Skeleton className="h-96 w-full" />}
      >
        {(loaded) =>
          loaded ? (
            <Account account={loaded} onNext={onNext} busy={busy} />
          ) : (
            <Settled accountId={accountId} onNext={onNext} busy={busy} />
          )
        }
      </AsyncBoundary>
    </section>
  );
}

type AccountProps = { account: CollectionAccount; onNext: CollectionCallProps['onNext']; busy: boolean };

function Account({ account, onNext, busy }: AccountProps) {
  const { customer, claim } = account;
  const mayCall = useMay()(claimCollection);
  useRenewedClaim(customer.id, claim?.mine === true);
  return (
    <>
      <Who account={account} />
      {claim && !claim.mine && (
        <Alert kind="info" icon={<Users />}>
          <span className="semi">
            {bidiIsolate(claim.by.name)} works on this one, since {formatTime(claim.since)}.
          </span>{' '}
          You can read it. It is free again at {formatTime(claim.until)}, or when they save.
        </Alert>
      )}
      <Owed account={account} />
      <Before accountId={customer.id} />
      {claim?.mine ? (
        <CallForm key={customer.id} account={account} onNext={onNext} />
      ) : (
        mayCall && <Taking account={account} onNext={onNext} busy={busy} />
      )}
    </>
  );
}

/** Keeps an account for as long as it is open here. */
function useRenewedClaim(accountId: number, isMine: boolean) {
  const claim = useMutateOnce(useClaim());
  const renew = useRef(claim);
  useEffect(() => {
    renew.current = claim;
  });
  useEffect(() => {
    if (!isMine) return;
    const timer = setInterval(() => void renew.current(accountId), RENEW_MS);
    return () => clearInterval(timer);
  }, [accountId, isMine]);
}

function Who({ account: { customer, language } }: { account: CollectionAccount }) {
  const spoken = languages.find(({ code }) => code === language)?.name ?? language;
  const { id, name, accountNumber, phone } = customer;
  return (
    <div>
      <h2 className="h3">
        <PageLink className="hover:underline" to={`/admin/customers/${id}`}>
          {bidiIsolate(name)}
        </PageLink>
      </h2>
      <p className="small soft">
        Account {accountNumber}. Reads {spoken}.
      </p>
      {phone ? (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span className="collection-tel">{formatPhone(phone)}</span>
          <a className={buttonClass({ variant: 'secondary' })} href={`tel:${phone}`}>
            <PhoneOutgoing />
            Call
          </a>
        </div>
      ) : (
        <p className="soft mt-3">No telephone is known.</p>
      )}
    </div>
  );
}

function Owed({ account: { debts, owes } }: { account: CollectionAccount }) {
  return (
    <dl className="collection-debts">
      {debts.map(({ invoiceNumber, label, dueAt, off, owes: part }) => (
        <div key={`${invoiceNumber} ${label} ${dueAt}`}>
          <dt>
            {[label && bidiIsolate(label), off && 'off'].filter(Boolean).join(', ') || 'Invoice'}
            <span>
              {invoiceNumber && `${invoiceNumber}, `}due {formatDay(dueAt)}
            </span>
          </dt>
          <dd>{formatExactNaira(part)}</dd>
        </div>
      ))}
      <div>
        <dt className="semi">Owes</dt>
        <dd>{formatExactNaira(owes)}</dd>
      </div>
    </dl>
  );
}

const SHOWN_CALLS = 3;

/** How the last calls ended. */
function Before({ accountId }: { accountId: number }) {
  const calls = useCollectionCalls(accountId).data ?? [];
  if (calls.length === 0) return null;
  return (
    <ul aria-label="Calls before" className="small grid gap-1.5">
      {calls.slice(0, SHOWN_CALLS).map(({ id, at, outcome, by, note }) => (
        <li key={id} className="break-words">
          <span className="semi">{outcomeNames[outcome]}</span>
          <span className="soft">
            , {formatTimeOrMoment(at)}
            {by && `, ${bidiIsolate(by)}`}
            {note && `: ${bidiIsolate(note)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Of one that the reader does not work on. */
function Taking({ account: { customer, claim }, onNext, busy }: AccountProps) {
  const claiming = useClaim();
  const take = useMutateOnce(claiming);
  return (
    <div className="grid gap-3">
      {claiming.error && <Alert kind="bad">{messageOf(claiming.error)}</Alert>}
      <div className="flex flex-wrap gap-2">
        {!claim && (
          <Button busy={claiming.isPending} busyLabel="Taking..." onClick={() => void take(customer.id)}>
            Take this one
          </Button>
        )}
        <Button variant={claim ? 'primary' : 'secondary'} busy={busy} busyLabel="Taking..." onClick={() => onNext()}>
          Take the next
          <KeyCap>N</KeyCap>
        </Button>
      </div>
    </div>
  );
}

function Settled({
  accountId,
  onNext,
  busy,
}: {
  accountId: number;
  onNext: CollectionCallProps['onNext'];
  busy: boolean;
}) {
  const mayCall = useMay()(claimCollection);
  return (
    <>
      <Alert kind="ok" icon={<CircleCheck />}>
        <span className="semi">Nothing is owed any more.</span> It was paid, or the bill is gone.
      </Alert>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {mayCall && (
          <Button busy={busy} busyLabel="Taking..." onClick={() => onNext()}>
            Take the next
            <KeyCap>N</KeyCap>
          </Button>
        )}
        <PageLink className="link" to={`/admin/customers/${accountId}`}>
          The customer
        </PageLink>
      </div>
    </>
  );
}
