import { addAgent } from '@portal/contract/billing/staff-agents';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { AddAgentDialog } from '../../../features/billing/agents/staff/components/agent-dialogs.tsx';
import { AgentList } from '../../../features/billing/agents/staff/components/agent-list.tsx';
import { Allowed } from '../../../shared/staff/allowed.tsx';
import { Button } from '../../../shared/ui/button/button.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** /admin/agents: who sells on account, and what each owes. */
export function AgentsPage() {
  const [isAdding, setAdding] = useState(false);
  const navigate = useNavigate();
  return (
    <ConsolePageLayout
      title="Agents"
      lead="They take cash for your customers and buy vouchers on account; what they owe is here until they hand it over."
    >
      <Allowed to={addAgent}>
        <div className="mt-5">
          <Button onClick={() => setAdding(true)}>Add an agent</Button>
        </div>
      </Allowed>
      <div className="mt-6">
        <AgentList />
      </div>
      {isAdding && (
        <AddAgentDialog onAdded={(id) => void navigate(`/admin/agents/${id}`)} onClose={() => setAdding(false)} />
      )}
    </ConsolePageLayout>
  );
}
