import { type Agent, changeAgent, settleAgent } from '@portal/contract/billing/staff-agents';
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button, buttonClass } from '../../../../../shared/ui/button/button.tsx';
import { Badge } from '../../../../../shared/ui/feedback/badge.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { type Days, statementCsv, useAgentStatement } from '../api/agents.ts';
import { ChangeAgentDialog, SettleAgentDialog } from './agent-dialogs.tsx';
import { StatementTable } from './statement-table.tsx';

/** One agent: what they owe, and their statement. */
export function AgentView({ agent }: { agent: Agent }) {
  const { kind, name, phone, seller, owes, limit, commission, isOn } = agent;
  const [open, setOpen] = useState<'change' | 'settle' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="h2 wrap-anywhere">{bidiIsolate(name)}</h1>
        {kind === 'agent' && (
          <Badge kind={isOn ? 'ok' : 'mute'} icon={isOn ? CircleCheck : CircleX}>
            {isOn ? 'Sells' : 'Stopped'}
          </Badge>
        )}
      </div>
      <DescriptionList
        className="mt-5 max-w-xl border-line border-y py-4"
        facts={[
          { label: 'Owes', value: <strong className="semi">{formatExactNaira(owes)}</strong> },
          ...(kind === 'agent'
            ? [
                { label: 'May owe', value: limit === null ? 'Any sum' : formatExactNaira(limit) },
                { label: 'Commission', value: `${commission}%` },
                { label: 'Sells there', value: seller ? bidiIsolate(seller.name) : 'Nobody: vouchers only' },
                { label: 'Mobile number', value: phone ? formatPhone(phone) : 'None' },
              ]
            : []),
        ]}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        <Allowed to={settleAgent}>
          <Button onClick={() => setOpen('settle')}>Record money handed over</Button>
        </Allowed>
        {kind === 'agent' && (
          <Allowed to={changeAgent}>
            <Button variant="secondary" onClick={() => setOpen('change')}>
              Change
            </Button>
          </Allowed>
        )}
      </div>
      <Statement agentId={agent.id} />
      {open === 'change' && <ChangeAgentDialog agent={agent} onClose={close} />}
      {open === 'settle' && <SettleAgentDialog agent={agent} onClose={close} />}
    </>
  );
}

function Statement({ agentId }: { agentId: number }) {
  const [days, setDays] = useState<Days>({});
  const statement = useAgentStatement(agentId, days);
  const choose = (name: keyof Days) => ({
    value: days[name] ?? statement.data?.[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) =>
      setDays((before) => ({ ...before, [name]: target.value || undefined })),
  });
  return (
    <section aria-labelledby="statement-title" className="mt-10">
      <h2 className="h3 mb-3" id="statement-title">
        Statement
      </h2>
      <div className="mb-5 flex flex-wrap items-end gap-3">
        <Field label="From" type="date" {...choose('from')} />
        <Field label="To" type="date" {...choose('to')} />
        <a className={buttonClass({ variant: 'secondary' })} href={statementCsv(agentId, days)} download>
          CSV
        </a>
      </div>
      <AsyncBoundary
        query={statement}
        failure="We could not load the statement"
        skeleton={<Skeleton className="h-72 w-full" />}
      >
        {(loaded) =>
          loaded.days.length === 0 ? (
            <EmptyState title="Nothing on these days">
              {`Owed before and after: ${formatExactNaira(loaded.opening)}.`}
            </EmptyState>
          ) : (
            <StatementTable statement={loaded} />
          )
        }
      </AsyncBoundary>
    </section>
  );
}
