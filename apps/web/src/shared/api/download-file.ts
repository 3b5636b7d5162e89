import type { Endpoint } from '@portal/contract/platform/endpoint';
import { serverAnswered } from '../offline/connection.ts';
import { ApiError, UNREACHABLE } from './api-error.ts';

/**
 * The file that a call with a body answers, for what no address may show. Throws ApiError for an answer
 * that is not OK, and an Error with a message for people without an answer.
 */
export async function downloadFile({ method, path }: Endpoint, body: unknown): Promise<Blob> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method, headers, body: JSON.stringify(body) }).catch((cause: unknown) => {
    throw new Error(UNREACHABLE, { cause });
  });
  serverAnswered();
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  return response.blob();
}
