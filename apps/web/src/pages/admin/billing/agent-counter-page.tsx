import { AgentCounter } from '../../../features/billing/agents/staff/components/agent-counter.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/agent-counter: the counter of whoever sells as an agent, made for a phone. */
export function AgentCounterPage() {
  return (
    <ConsolePageLayout>
      <AgentCounter />
    </ConsolePageLayout>
  );
}
