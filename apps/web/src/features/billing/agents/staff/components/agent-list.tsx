import type { Agent } from '@portal/contract/billing/staff-agents';
import { CircleCheck, CircleX } from 'lucide-react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useAgents } from '../api/agents.ts';

/** All agents with what they owe; each leads to its page. */
export function AgentList() {
  const agents = useAgents();
  return (
    <AsyncBoundary
      query={agents}
      failure="We could not load the agents"
      skeleton={<Skeleton className="h-72 w-full" />}
    >
      {(loaded) =>
        loaded.length === 0 ? (
          <EmptyState title="No agents yet">
            An agent takes cash for your customers, or sells your vouchers, and hands the money over to you.
          </EmptyState>
        ) : (
          <ul className="border-ink border-t">
            {loaded.map((agent) => (
              <AgentRow key={agent.id} agent={agent} />
            ))}
          </ul>
        )
      }
    </AsyncBoundary>
  );
}

/** Above what the agent may owe, money is to be handed over. */
const isNearLimit = ({ owes, limit }: Agent) => limit !== null && owes >= limit * 0.9;

function AgentRow({ agent }: { agent: Agent }) {
  const { id, kind, name, phone, seller, owes, limit, commission, isOn } = agent;
  const about =
    kind === 'own-stock'
      ? ['Vouchers for your own sale']
      : [`${commission}% commission`, seller ? bidiIsolate(seller.name) : 'vouchers only', phone && formatPhone(phone)];
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-1.5 border-line border-b py-3.5 hover:bg-sheet">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PageLink
            className="semi wrap-anywhere after:absolute after:inset-0 hover:underline"
            to={`/admin/agents/${id}`}
          >
            {bidiIsolate(name)}
          </PageLink>
          {kind === 'agent' && (
            <Badge kind={isOn ? 'ok' : 'mute'} icon={isOn ? CircleCheck : CircleX}>
              {isOn ? 'Sells' : 'Stopped'}
            </Badge>
          )}
        </p>
        <p className="small soft wrap-anywhere">{about.filter(Boolean).join(', ')}</p>
      </div>
      <div className="text-right">
        <p className={isNearLimit(agent) ? 'semi text-bad' : 'semi'}>{formatExactNaira(owes)}</p>
        <p className="small soft">{limit === null ? 'owed' : `owed of ${formatExactNaira(limit)}`}</p>
      </div>
    </li>
  );
}
