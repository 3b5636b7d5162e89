import { type SalesRequestForm, sendSalesRequest } from '@portal/contract/catalogue/plans';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** Sends a question to sales, signed in or not. */
export function useSendSalesRequest() {
  return useMutation({ mutationFn: (form: SalesRequestForm) => callEndpoint(sendSalesRequest, { body: form }) });
}
