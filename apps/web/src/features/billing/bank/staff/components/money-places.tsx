import type { MoneyMonth, MoneyPlace, MoneyWarning } from '@portal/contract/billing/bank/money-month';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { Panel } from '../../../../../shared/ui/layout/panel.tsx';
import { signedNaira } from '../bank-labels.ts';

const KINDS: Readonly<Record<MoneyPlace['kind'], string>> = {
  bank: 'At the bank',
  'on-the-way': 'On the way to the bank',
  gateway: 'At the gateways',
  till: 'In the tills',
  agent: 'With agents',
  suspense: 'Not explained',
};

const WARNINGS: Readonly<Record<MoneyWarning['kind'], string>> = {
  'hand-over-late': 'Cash not at the bank',
  'hand-over-short': 'Banked short',
  lapping: 'Banked later and later',
  'slip-twice': 'Slip used twice',
  'deposit-without-line': 'Deposit not at the bank',
  'payout-late': 'Payout not arrived',
  'payout-account': 'Payout to another account',
  'refund-twice': 'Refund paid twice',
  'refund-name': 'Refund to another name',
  statement: 'Statement does not fit',
};

/** What should be looked into, whether or not a sum is missing. */
export function MoneyWarnings({ warnings }: { warnings: readonly MoneyWarning[] }) {
  if (warnings.length === 0) {
    return (
      <p className="mt-4">
        <Badge kind="ok" icon={CircleCheck}>
          Nothing to look into
        </Badge>
      </p>
    );
  }
  return (
    <section aria-labelledby="warnings-title" className="mt-6">
      <h2 className="h3 mb-3" id="warnings-title">
        To look into
      </h2>
      <ul className="border-ink border-t">
        {warnings.map(({ kind, text }) => (
          <li key={text} className="flex flex-wrap items-baseline gap-x-4 gap-y-1.5 border-line border-b py-3">
            <Badge kind={kind === 'statement' || kind === 'deposit-without-line' ? 'warn' : 'bad'} icon={TriangleAlert}>
              {WARNINGS[kind]}
            </Badge>
            <span className="min-w-0 flex-[1_1_24rem] wrap-anywhere">{text}.</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each place with what it should hold, what it holds, and every sum between the two. */
export function MoneyPlaces({ month: { places } }: { month: MoneyMonth }) {
  if (places.length === 0) {
    return (
      <div className="mt-6">
        <EmptyState title="No money moved until then">Choose a later month.</EmptyState>
      </div>
    );
  }
  const kinds = [...new Set(places.map(({ kind }) => kind))];
  return kinds.map((kind) => (
    <section key={kind} aria-label={KINDS[kind]} className="mt-8">
      <h2 className="h3 mb-3">{KINDS[kind]}</h2>
      <div className="grid gap-4 lg:grid-cols-2">
        {places
          .filter((place) => place.kind === kind)
          .map((place) => (
            <Place key={place.account} place={place} />
          ))}
      </div>
    </section>
  ));
}

function Place({ place }: { place: MoneyPlace }) {
  const { name, account, opening, moneyIn, moneyOut, should, holds, holdsBy, between } = place;
  const difference = Math.round((should - (holds ?? 0)) * 100) / 100;
  return (
    <Panel>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="h4 wrap-anywhere">{bidiIsolate(name)}</h3>
        <p className="small soft">{account}</p>
      </div>
      <p className="small soft">
        {formatExactNaira(opening)} at the beginning, {formatExactNaira(moneyIn)} in, {formatExactNaira(moneyOut)} out
      </p>
      <dl className="collection-debts mt-3">
        <div>
          <dt>Should hold</dt>
          <dd>{formatExactNaira(should)}</dd>
        </div>
        {holds !== null && (
          <div>
            <dt>
              Holds
              <span>{holdsBy}</span>
            </dt>
            <dd>{formatExactNaira(holds)}</dd>
          </div>
        )}
        <div>
          <dt className="semi">{holds === null ? 'Of which' : 'Between the two'}</dt>
          <dd>{difference === 0 ? 'Nothing' : signedNaira(difference)}</dd>
        </div>
      </dl>
      <Between between={between} />
    </Panel>
  );
}

/** The oldest first; more are in the CSV file. */
const SHOWN = 60;

function Between({ between }: Pick<MoneyPlace, 'between'>) {
  if (between.length === 0) return null;
  return (
    <ul>
      {between.slice(0, SHOWN).map(({ amount, what, who, days, isLate }, place) => (
        <li
          // Two sums may be called the same.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is not reordered
          key={place}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 border-line border-b py-2 last:border-b-0"
        >
          <span className="min-w-0">
            <span className="small block wrap-anywhere">{what}</span>
            <span className={isLate ? 'small block text-bad' : 'small soft block'}>
              {[days === null ? null : days === 1 ? '1 day' : `${days} days`, who && bidiIsolate(who)]
                .filter(Boolean)
                .join(', ')}
            </span>
          </span>
          <span className="semi text-right">{signedNaira(amount)}</span>
        </li>
      ))}
      {between.length > SHOWN && (
        <li className="small soft py-2">And {between.length - SHOWN} more, in the CSV file.</li>
      )}
    </ul>
  );
}
