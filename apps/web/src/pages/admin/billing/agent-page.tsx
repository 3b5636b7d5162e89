import { listVoucherBatches } from '@portal/contract/billing/staff-vouchers';
import { useParams } from 'react-router';
import { useAgent } from '../../../features/billing/agents/staff/api/agents.ts';
import { AgentView } from '../../../features/billing/agents/staff/components/agent-view.tsx';
import { BatchList } from '../../../features/billing/vouchers/staff/components/batch-list.tsx';
import { Allowed } from '../../../shared/staff/allowed.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';
import { FoundOrMissing } from '../layout/found-or-missing.tsx';

const AGENTS = { to: '/admin/agents', label: 'Agents' };

/** /admin/agents/:id: what an agent owes, their statement, and the vouchers that they bought. */
export function AgentPage() {
  const { id = '' } = useParams();
  const agent = useAgent(Number(id) || 0);
  return (
    <ConsolePageLayout back={AGENTS}>
      <FoundOrMissing
        query={agent}
        failure="We could not load this agent"
        missing="There is no such agent"
        back={AGENTS}
        skeleton={<Skeleton className="h-[32rem] w-full" />}
      >
        {(loaded) => (
          <>
            <AgentView key={loaded.id} agent={loaded} />
            <Allowed to={listVoucherBatches}>
              <section aria-labelledby="bought-title" className="mt-10">
                <h2 className="h3 mb-3" id="bought-title">
                  Vouchers
                </h2>
                <BatchList agentId={loaded.id} />
              </section>
            </Allowed>
          </>
        )}
      </FoundOrMissing>
    </ConsolePageLayout>
  );
}
