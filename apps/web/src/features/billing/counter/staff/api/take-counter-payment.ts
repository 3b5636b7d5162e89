import { getCounterCustomer, getTill, takeCounterPayment } from '@portal/contract/billing/staff-counter';
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { type Answer, callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

export type CounterPayment = z.output<typeof takeCounterPayment.body>;
export type TakenPayment = Answer<typeof takeCounterPayment>;

/** Records money; the till and what the customer owes are refetched. Throws as callEndpoint does. */
export function useTakeCounterPayment(id: number) {
  const client = useQueryClient();
  return async (body: CounterPayment): Promise<TakenPayment> => {
    const taken = await callEndpoint(takeCounterPayment, { params: { id }, body });
    for (const path of [getTill.path, getCounterCustomer.path]) void client.invalidateQueries({ queryKey: [path] });
    return taken;
  };
}
