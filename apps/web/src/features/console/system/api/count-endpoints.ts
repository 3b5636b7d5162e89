import { openApi } from '@portal/contract/platform/system';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

type ApiDocument = { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };

/** How many endpoints the server's own description of its API names. */
export function useEndpointCount() {
  return useQuery({
    queryKey: [openApi.path],
    queryFn: async () => {
      const { paths } = JSON.parse(await callEndpoint(openApi)) as ApiDocument;
      return Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
    },
  });
}
