import type { Endpoint } from '@portal/contract/platform/endpoint';
import { serverAnswered } from '../offline/connection.ts';
import { ApiError, UNREACHABLE } from './api-error.ts';
import { addressOf } from './call-endpoint.ts';
import { requestProof } from './proof-required.ts';

/**
 * The file that a call with a body answers, for what no address may show. Throws ApiError for an answer
 * that is not OK, and an Error with a message for people without an answer. A call that needs a fresh proof
 * asks for it and is sent again, once.
 */
export async function downloadFile(endpoint: Endpoint, body: unknown, params?: object): Promise<Blob> {
  const { method } = endpoint;
  const headers = { 'content-type': 'application/json' };
  const send = () =>
    fetch(addressOf(endpoint, { params }), { method, headers, body: JSON.stringify(body) }).catch((cause: unknown) => {
      throw new Error(UNREACHABLE, { cause });
    });
  let response = await send();
  serverAnswered();
  if (response.status === 403 && endpoint.freshProof && (await requestProof())) response = await send();
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  return response.blob();
}
