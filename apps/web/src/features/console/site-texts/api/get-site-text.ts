import { brand } from '@portal/brand';
import type { SiteText } from '@portal/contract/platform/site-texts';
import { getSiteText, type PublishedText } from '@portal/contract/platform/site-texts';
import { useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

/**
 * A text of a public page as staff have published it; null where the page has its own, undefined
 * until it has loaded. Visitors' pages are rendered with it.
 */
export function useSiteText(text: SiteText): PublishedText | null | undefined {
  const isPublished = brand.publishedTexts?.includes(text) === true;
  const { data } = useQuery({
    queryKey: [getSiteText.path.replace(':text', text)],
    queryFn: () => callEndpoint(getSiteText, { params: { text } }),
    enabled: isPublished,
  });
  return isPublished ? data : null;
}
