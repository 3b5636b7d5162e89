import { downloadLinkedDocument, readDocumentLink } from '@portal/contract/billing/papers';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError, UNREACHABLE } from '../../../../shared/api/api-error.ts';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { serverAnswered } from '../../../../shared/offline/connection.ts';

/** Which documents a texted link opens. */
export function useDocumentLink(token: string | null) {
  return useQuery({
    queryKey: [readDocumentLink.path, token],
    queryFn: () => callEndpoint(readDocumentLink, { body: { token: token ?? '' } }),
    enabled: Boolean(token),
  });
}

/** The body of the call is no JSON but a file, which no address shows: the token is in the body of the call. */
async function fetchDocument(body: { token: string; paper: number }): Promise<Blob> {
  const { method, path } = downloadLinkedDocument;
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method, headers, body: JSON.stringify(body) }).catch((cause: unknown) => {
    throw new Error(UNREACHABLE, { cause });
  });
  serverAnswered();
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text());
  return response.blob();
}

function save(file: Blob, name: string) {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some telephones read the file only once they have asked where to put it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Downloads one document of a link, by its place in it. */
export function useDownloadDocument(token: string) {
  return useMutation({
    mutationFn: async ({ paper, name }: { paper: number; name: string }) =>
      save(await fetchDocument({ token, paper }), `${name}.pdf`),
  });
}
