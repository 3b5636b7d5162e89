import { listLines, openLine, renameLine } from '@portal/contract/billing/lines';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/** The lines of the account, the oldest first. `signedIn` false fetches nothing. */
export function useLines(signedIn = true) {
  return useQuery({ queryKey: [listLines.path], queryFn: () => callEndpoint(listLines), enabled: signedIn });
}

/** Adds a line to the account, or with an id names that one. The list is fetched anew. */
export function useSaveLine() {
  const client = useQueryClient();
  const renew = () => void client.invalidateQueries({ queryKey: [listLines.path] });
  return {
    add: async (body: z.input<typeof openLine.body>) => {
      const { line } = await callEndpoint(openLine, { body });
      renew();
      return line;
    },
    rename: async (id: number, body: z.input<typeof renameLine.body>) => {
      const { line } = await callEndpoint(renameLine, { params: { id }, body });
      renew();
      return line;
    },
  };
}
