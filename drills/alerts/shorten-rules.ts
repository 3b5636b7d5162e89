import type { Rules } from '../prometheus/start-prometheus.ts';

/** A drill waits seconds where an operation waits minutes. */
const TIMES: Readonly<Record<string, string>> = { '5m': '20s', '10m': '20s', '15m': '60s', '30m': '60s', '1h': '40s' };
const HOLDS = '2s';

/** Windows of rates, offsets, and the seconds that are such a window. */
function shorten(expr: string): string {
  return expr
    .replaceAll(/(\[|offset )(\d+[mh])/g, (_, before: string, time: string) => `${before}${TIMES[time] ?? time}`)
    .replaceAll('> time() - 900', '> time() - 60')
    .replace(/("renewals"}\)) > 600$/, '$1 > 60');
}

/** The shipped rules with the same conditions over shorter times; thresholds stay. */
export function shortenRules({ groups }: Rules): Rules {
  return {
    groups: groups.map((group) => ({
      ...group,
      rules: group.rules.map((rule) => ({
        ...rule,
        expr: shorten(rule.expr),
        ...(rule.for === undefined ? {} : { for: HOLDS }),
      })),
    })),
  };
}
