import { getNetworkReport, type NetworkReport } from '@portal/contract/network/incidents';
import type { CachedContent } from '../../platform/http/pages/cached-page.ts';

/** How long a page without other changes may keep its "as of" time. */
const AS_OF_MS = 60_000;

/**
 * The status page is rendered from the answer of GET /api/network/report. While only its time
 * changes, the page is rendered once a minute.
 */
export function cachedReport(readReport: () => Promise<NetworkReport>): CachedContent {
  let shown: NetworkReport | null = null;
  return {
    address: getNetworkReport.path,
    readAnswer: async () => {
      const report = await readReport();
      const age = shown ? Date.parse(report.updatedAt) - Date.parse(shown.updatedAt) : Number.POSITIVE_INFINITY;
      const sameAsShown = shown && JSON.stringify({ ...report, updatedAt: shown.updatedAt }) === JSON.stringify(shown);
      if (!shown || !sameAsShown || age < 0 || age >= AS_OF_MS) shown = report;
      return JSON.stringify(shown);
    },
  };
}
