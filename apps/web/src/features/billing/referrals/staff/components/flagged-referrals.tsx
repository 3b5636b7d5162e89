import type { FlaggedReferral, ReferralFlag } from '@portal/contract/billing/staff-referrals';
import { approveReferralReward, listFlaggedReferrals } from '@portal/contract/billing/staff-referrals';
import { ArrowRight, Ban, CircleCheck, Clock, Flag } from 'lucide-react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDay } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { DataAsOf } from '../../../../../shared/ui/async/data-as-of.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { ShowMore } from '../../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useFlaggedReferrals } from '../api/list-flagged-referrals.ts';
import { ApproveReward } from './approve-reward.tsx';

/** Why the two may be one person (threats U5). */
const REASONS: Readonly<Record<ReferralFlag, string>> = {
  'same-phone': 'Both have verified the same phone number',
  'same-card': 'Both have paid with the same card',
  'same-mailbox': 'Both addresses lead to the same mailbox',
  'same-device': 'Both have signed in on the same device',
  'same-address': 'Both have signed in from the same network address',
  'same-postal-address': 'Both have the same postal address on their bills',
  'same-home': 'Same surname, and the same network address',
  circle: 'Each was referred by the other',
  ring: 'Shares a number, card, mailbox, device or postal address with another friend of the same person',
};

const STATUSES = {
  withheld: { word: 'Withheld', look: { kind: 'bad', icon: Ban } },
  pending: { word: 'Pending', look: { kind: 'warn', icon: Clock } },
  completed: { word: 'Rewarded', look: { kind: 'ok', icon: CircleCheck } },
  refused: { word: 'Nothing given', look: { kind: 'bad', icon: Ban } },
} as const;

/** Flagged pairs, newest first, with the signals and both people. */
export function FlaggedReferrals() {
  const referrals = useFlaggedReferrals();
  return (
    <AsyncBoundary
      query={referrals}
      failure="We could not load the referrals"
      skeleton={<Skeleton className="h-96 w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <EmptyState title="No referral looks suspicious">
            Pairs appear here when two accounts share a phone number, a card, a mailbox, a device or an address.
          </EmptyState>
        ) : (
          <>
            <DataAsOf label="As of" path={listFlaggedReferrals.path} />
            <ul className="border-ink border-t">
              {loaded.map((referral) => (
                <Row key={referral.id} referral={referral} />
              ))}
            </ul>
            <ShowMore query={referrals} />
          </>
        )
      }
    </AsyncBoundary>
  );
}

function Row({ referral }: { referral: FlaggedReferral }) {
  const { referrer, referee, flags, status, reward, createdAt, completedAt, isWithheld, rewardApprovedAt } = referral;
  const shown = status === 'pending' && isWithheld ? 'withheld' : status;
  return (
    <li className="grid grid-cols-1 gap-x-8 gap-y-3 border-line border-b py-4 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_190px]">
      <div className="grid min-w-0 grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_20px_minmax(0,1fr)] sm:items-center">
        <PersonLink label="Referred by" person={referrer} />
        <ArrowRight className="text-ink-3 max-sm:hidden" />
        <PersonLink label="Friend" person={referee} />
      </div>
      <ul className="grid content-center gap-1.5">
        {flags.map((flag) => (
          <li key={flag} className="small flex gap-2">
            <Flag className="icon-small mt-0.5 text-warn" />
            {REASONS[flag]}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:block lg:text-right">
        <Badge {...STATUSES[shown].look}>{STATUSES[shown].word}</Badge>
        {!isWithheld && <p className="semi lg:mt-1">{formatExactNaira(reward)}</p>}
        {rewardApprovedAt && <p className="small muted">Reward approved by staff on {formatDay(rewardApprovedAt)}</p>}
        <p className="small muted">
          {completedAt ? `Friend paid ${formatDay(completedAt)}` : `Joined ${formatDay(createdAt)}`}
        </p>
        <Allowed to={approveReferralReward}>{isWithheld && <ApproveReward referral={referral} />}</Allowed>
      </div>
    </li>
  );
}

function PersonLink({ label, person }: { label: string; person: FlaggedReferral['referrer'] }) {
  return (
    <p className="min-w-0">
      <span className="micro muted block">{label}</span>
      <PageLink className="link break-words" to={`/admin/customers/${person.id}`}>
        {bidiIsolate(person.name)}
      </PageLink>
      <span className="small soft block break-all">{person.email}</span>
    </p>
  );
}
