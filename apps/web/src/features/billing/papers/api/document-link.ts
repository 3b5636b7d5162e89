import { downloadLinkedDocument, readDocumentLink } from '@portal/contract/billing/papers/papers';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { downloadFile } from '../../../../shared/api/download-file.ts';

/** Which documents a texted link opens. */
export function useDocumentLink(token: string | null) {
  return useQuery({
    queryKey: [readDocumentLink.path, token],
    queryFn: () => callEndpoint(readDocumentLink, { body: { token: token ?? '' } }),
    enabled: Boolean(token),
  });
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
      save(await downloadFile(downloadLinkedDocument, { token, paper }), `${name}.pdf`),
  });
}
