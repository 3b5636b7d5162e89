import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Dashboard, Panel } from '@grafana/schema';
import { moneyDashboard, networkDashboard } from './business-dashboards.ts';
import { customersDashboard, messagesDashboard } from './customer-dashboards.ts';
import type { DashboardSource, PanelSource } from './dashboard-source.ts';
import { jobsDashboard, systemDashboard } from './system-dashboards.ts';

/** Where Grafana reads them from; see deploy/grafana/provisioning. */
const FOLDER = join(import.meta.dirname, '../../deploy/grafana/dashboards');
/** The version of the JSON that Grafana 10.0 writes; later ones read it. */
const SCHEMA_VERSION = 38;
const COLUMNS = 2;
const SIZE = { w: 24 / COLUMNS, h: 8 };
/** Of deploy/grafana/provisioning/datasources/prometheus.yml. */
const DATASOURCE = { type: 'prometheus', uid: 'prometheus' };

export const dashboards: readonly DashboardSource[] = [
  customersDashboard,
  moneyDashboard,
  networkDashboard,
  messagesDashboard,
  jobsDashboard,
  systemDashboard,
];

function panelOf(source: PanelSource, index: number): Panel {
  const { title, unit, queries, description, isNumber } = source;
  return {
    id: index + 1,
    type: isNumber ? 'stat' : 'timeseries',
    title,
    ...(description === undefined ? {} : { description }),
    datasource: DATASOURCE,
    gridPos: { x: (index % COLUMNS) * SIZE.w, y: Math.floor(index / COLUMNS) * SIZE.h, ...SIZE },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    options: isNumber
      ? { reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false }, textMode: 'value_and_name' }
      : {
          legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
          tooltip: { mode: 'multi', sort: 'desc' },
        },
    targets: queries.map(({ expr, legend }, place) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + place),
      datasource: DATASOURCE,
      expr,
      legendFormat: legend,
    })),
  };
}

/** A dashboard in Grafana's own form, whose types its package `@grafana/schema` has. */
function dashboardOf({ uid, title, panels }: DashboardSource): Dashboard {
  return {
    uid,
    title,
    tags: ['portal'],
    schemaVersion: SCHEMA_VERSION,
    editable: false,
    timezone: 'Africa/Lagos',
    time: { from: 'now-6h', to: 'now' },
    refresh: '30s',
    panels: panels.map(panelOf),
  };
}

/** The checked-in file of a dashboard, and what belongs into it. */
export function dashboardFile(source: DashboardSource): { readonly path: string; readonly text: string } {
  return { path: join(FOLDER, `${source.uid}.json`), text: `${JSON.stringify(dashboardOf(source), null, 2)}\n` };
}

if (import.meta.main) {
  const stale = dashboards.map(dashboardFile).filter(({ path, text }) => {
    if (process.argv.includes('--write')) writeFileSync(path, text);
    return readFileSync(path, 'utf8') !== text;
  });
  for (const { path } of stale)
    console.error(`${path} is not up to date: node tools/dashboards/write-dashboards.ts --write`);
  if (stale.length > 0) process.exitCode = 1;
}
