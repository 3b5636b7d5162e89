import { reportNotMe } from '@portal/contract/identity/recovery';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { sessionQuery } from '../../../../shared/session/use-session.ts';

/**
 * Says with the token of the mailed link, once, that it was somebody else. It ends every session of
 * the account, which may be this window's.
 */
export function useReportNotMe() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => callEndpoint(reportNotMe, { body: { token } }),
    onSuccess: () => {
      if (client.getQueryData(sessionQuery.queryKey))
        void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}
