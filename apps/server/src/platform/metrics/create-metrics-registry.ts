import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Release } from '../release.ts';

/**
 * Node's gauges whose names end like those of counters. Their values are available by kind under
 * the names without `_total`.
 */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/**
 * The registry behind `/metrics`, with Node's own process metrics and the release that runs.
 * `promtool check metrics` accepts it.
 */
export function createMetricsRegistry({ version, commit }: Release): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  new Gauge({
    name: 'portal_build_info',
    help: 'Always 1; its labels name the release that runs.',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set({ version, commit }, 1);
  return registry;
}
