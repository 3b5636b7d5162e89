import { getCustomer } from '@portal/contract/console/customers';
import { setLineEquipment } from '@portal/contract/network/access';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Notes the fibre box of a customer's line. */
export function useSetLineEquipment(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof setLineEquipment.body>) =>
      callEndpoint(setLineEquipment, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [getCustomer.path, id] }),
  });
}
