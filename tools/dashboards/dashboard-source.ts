/** One line, or several, of a panel. `legend` in Grafana's form, `{{label}}` for a label. */
export type Query = { readonly expr: string; readonly legend: string };

/** `unit` by Grafana's names: `s`, `bytes`, `reqps`, `percentunit`, `short` … */
export type PanelSource = {
  readonly title: string;
  readonly unit: string;
  readonly queries: readonly Query[];
  /** What a reader needs to know to judge the panel. */
  readonly description?: string;
  /** A single number instead of lines over time. */
  readonly isNumber?: true;
};

export type DashboardSource = {
  /** Name of the file, and of the dashboard in links. */
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly PanelSource[];
};

/** Rates are taken over the interval that Grafana derives from the scrape interval. */
export const rate = (counter: string): string => `rate(${counter}[$__rate_interval])`;

/** A quantile of a histogram, by the given labels. */
export function quantile(share: number, histogram: string, by: readonly string[] = []): string {
  return `histogram_quantile(${share}, sum by (${['le', ...by].join(', ')}) (${rate(histogram)}))`;
}

/** Lines for half, 95 and 99 of 100. */
export function quantiles(histogram: string): Query[] {
  return [0.5, 0.95, 0.99].map((share) => ({ expr: quantile(share, histogram), legend: `${share * 100} %` }));
}
