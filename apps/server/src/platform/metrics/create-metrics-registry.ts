import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * Node's gauges whose names end like those of counters. Their values are available by kind under
 * the names without `_total`.
 */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/**
 * The registry behind `/metrics`, with Node's own process metrics. `promtool check metrics` accepts
 * it.
 */
export function createMetricsRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  return registry;
}
