import type { StaffPlan } from '@portal/contract/catalogue/staff-plans';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../shared/api/use-one-at-a-time.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useOrderPlans } from './api/change-plans.ts';
import { isOrderOf, moved } from './plan-order.ts';

/**
 * The unsaved order of the plans: it is sent only when saved, and all at once. An order that a
 * colleague has `overtaken` is dropped, which the page must say. `said` announces moves to screen
 * readers.
 */
export function usePlanOrder(plans: readonly StaffPlan[]) {
  const [draft, setDraft] = useState<readonly string[] | null>(null);
  const [said, setSaid] = useState('');
  const [focus, setFocus] = useState<string | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const saving = useOrderPlans();
  const oneAtATime = useOneAtATime();
  const overtaken = draft !== null && !isOrderOf(draft, plans);
  const ids = draft && !overtaken ? draft : plans.map(({ id }) => id);
  const changed = ids.some((id, index) => plans[index]?.id !== id);
  const byId = new Map(plans.map((plan) => [plan.id, plan]));

  // Moving the row in the page takes the focus off its button.
  useEffect(() => {
    if (focus === null || draft === null) return;
    table.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(focus)}"]`)?.focus();
  }, [focus, draft]);

  function move(id: string, step: 1 | -1) {
    const next = moved(ids, id, step);
    setDraft(next);
    setFocus(`${id} ${step}`);
    setSaid(`${byId.get(id)?.name} is now number ${next.indexOf(id) + 1} of ${next.length}`);
  }
  function drop() {
    setDraft(null);
    setSaid('The order is as it was');
  }
  async function send() {
    try {
      await saving.mutateAsync([...ids]);
      toast({ title: 'Order saved', description: 'Customers see the plans in this order.' });
      setSaid('');
    } catch (failure) {
      toast({
        title: 'Order not saved',
        description: messageOf(failure),
        variant: 'destructive',
      });
    }
  }
  return {
    table,
    ordered: ids.flatMap((id) => byId.get(id) ?? []),
    changed,
    overtaken,
    said,
    saving: saving.isPending,
    move,
    drop,
    save: () => oneAtATime(send),
  };
}
