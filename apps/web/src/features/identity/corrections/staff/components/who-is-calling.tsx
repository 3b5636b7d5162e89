import type { CustomerPage } from '@portal/contract/console/customers';
import type { IdentificationWay } from '@portal/contract/identity/identification';
import type { IdentificationKind } from '@portal/contract/platform/settings';
import { Check, CheckCheck, IdCard, type LucideIcon, Mail, Phone, Users } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatTimeOrMoment } from '../../../../../shared/format/date.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { useUser } from '../../../../../shared/session/use-session.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { classNames } from '../../../../../shared/ui/layout/class-names.ts';
import { useIdentificationWays } from '../api/corrections.ts';
import { setIdentified, useIdentified } from '../identified.ts';

const ICONS: Readonly<Record<IdentificationKind, LucideIcon>> = { facts: CheckCheck, callback: Phone, card: IdCard };

/** How the customer was identified, for what is done on this visit of their page; and what that allows. */
export function WhoIsCalling({ customer }: { customer: CustomerPage }) {
  const titleId = useId();
  const ways = useIdentificationWays();
  const { id } = customer;
  useEffect(() => () => setIdentified(id, null), [id]);
  return (
    <section
      aria-labelledby={titleId}
      className="my-5 grid gap-x-6 gap-y-3 border-line border-y py-4 lg:grid-cols-[13.75rem_minmax(0,1fr)] lg:items-center"
    >
      <div>
        <h2 className="h4" id={titleId}>
          Who is calling?
        </h2>
        <p className="small muted">Choose how you know.</p>
      </div>
      <AsyncBoundary
        query={ways}
        failure="We could not load the ways to know who it is"
        skeleton={<Skeleton className="h-11 w-full" />}
      >
        {(loaded) => <Ways ways={loaded} customer={customer} labelledBy={titleId} />}
      </AsyncBoundary>
      <Allowances customer={customer} />
    </section>
  );
}

type WaysProps = { ways: readonly IdentificationWay[]; customer: CustomerPage; labelledBy: string };

function Ways({ ways, customer, labelledBy }: WaysProps) {
  const chosen = useIdentified(customer.id);
  const offered = ways.filter(({ kind }) => kind !== 'callback' || customer.phoneVerified);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend is shown elsewhere.
    <div role="group" aria-labelledby={labelledBy} className="flex flex-wrap gap-2">
      {offered.map((way) => {
        const Icon = ICONS[way.kind];
        const isChosen = chosen?.name === way.name;
        return (
          <button
            key={way.name}
            type="button"
            aria-pressed={isChosen}
            className={classNames(
              'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-4 font-medium',
              isChosen ? 'border-ink bg-ink text-paper' : 'border-line-strong bg-paper hover:border-ink',
            )}
            onClick={() => setIdentified(customer.id, isChosen ? null : way)}
          >
            <Icon className="icon-small" aria-hidden="true" />
            {way.name}
            {way.kind === 'callback' && customer.phone && ` on ${formatPhone(customer.phone)}`}
          </button>
        );
      })}
    </div>
  );
}

/** What the choice allows; before one, what will be asked for. */
function Allowances({ customer }: { customer: CustomerPage }) {
  const chosen = useIdentified(customer.id);
  const user = useUser();
  return (
    <dl
      aria-live="polite"
      className="small grid gap-x-6 gap-y-3 border-line border-t pt-4 lg:col-span-2 lg:grid-cols-[repeat(3,minmax(0,1fr))_auto]"
    >
      <Allowance icon={Check} title="You may change">
        {chosen ? 'Name, billing details, language' : 'Nothing until you have chosen'}
      </Allowance>
      <Allowance icon={Mail} title="Needs their own proof">
        {chosen?.kind === 'card'
          ? 'Nothing: you have seen a card'
          : 'A new mailbox or number opens the link we send there'}
      </Allowance>
      <Allowance icon={Users} title="Needs two of you">
        {chosen?.kind === 'card'
          ? 'A new mailbox or number, lost app or passkeys'
          : 'With a card seen: lost mailbox, app or passkeys'}
      </Allowance>
      {chosen && (
        <div className="lg:text-right">
          <dt className="sr-only">Identified</dt>
          <dd>
            {formatTimeOrMoment(chosen.at)}
            {user && `, ${bidiIsolate([user.firstName, user.lastName].filter(Boolean).join(' '))}`}
            <br />
            <Button variant="quiet" onClick={() => setIdentified(customer.id, null)}>
              Not the customer
            </Button>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Allowance({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <div>
      <dt className="semi flex items-center gap-1.5">
        <Icon className="icon-small" aria-hidden="true" />
        {title}
      </dt>
      <dd className="soft pl-[22px]">{children}</dd>
    </div>
  );
}
