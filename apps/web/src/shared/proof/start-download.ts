import { getProof } from '@portal/contract/identity/proof';
import type { MouseEvent } from 'react';
import { messageOf } from '../api/api-error.ts';
import { callEndpoint } from '../api/call-endpoint.ts';
import { toast } from '../ui/feedback/toast.ts';
import { askForProof } from './ask-for-proof.tsx';

/**
 * Downloads a file that needs a fresh proof: the person is asked first, since the browser would save
 * the refusal in place of the file.
 */
export async function startDownload(address: string): Promise<void> {
  try {
    const { fresh } = await callEndpoint(getProof);
    if (fresh || (await askForProof())) window.location.assign(address);
  } catch (failure) {
    toast({ title: 'Not downloaded', description: messageOf(failure), variant: 'destructive' });
  }
}

/** The same for a link to such a file. */
export function downloadOnClick(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  void startDownload(event.currentTarget.href);
}
