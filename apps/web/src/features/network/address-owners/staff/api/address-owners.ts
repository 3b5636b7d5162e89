import {
  type AddressQuestion,
  findAddressOwner,
  getAddressOwnerDocument,
} from '@portal/contract/network/address-owners';
import { useMutation } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Asks who had an address: once each time that somebody asks, since each is on record. */
export function useFindAddressOwner() {
  return useMutation({
    mutationFn: (question: AddressQuestion) => callEndpoint(findAddressOwner, { query: question }),
  });
}

/** Where the same answer is a PDF. */
export function addressPaper({ port, ...question }: AddressQuestion): string {
  const asked = new URLSearchParams({ ...question, ...(port !== undefined && { port: String(port) }) });
  return `${getAddressOwnerDocument.path}?${asked}`;
}
