import { type DashboardSource, quantile, quantiles, rate } from './dashboard-source.ts';

export const jobsDashboard: DashboardSource = {
  uid: 'jobs',
  title: 'Jobs and queues',
  panels: [
    {
      title: 'How late queues are',
      description: 'Beyond a quarter of an hour it is an alert.',
      unit: 's',
      queries: [{ expr: 'max by (queue) (queue_oldest_age_seconds)', legend: '{{queue}}' }],
    },
    {
      title: 'Entries that are due',
      unit: 'short',
      queries: [{ expr: 'max by (queue) (queue_depth)', legend: '{{queue}}' }],
    },
    {
      title: 'Runs of jobs',
      unit: 'cps',
      queries: [{ expr: `sum by (job) (${rate('job_duration_seconds_count')})`, legend: '{{job}}' }],
    },
    {
      title: 'Slowest jobs, 95 %',
      unit: 's',
      queries: [{ expr: `topk(10, ${quantile(0.95, 'job_duration_seconds_bucket', ['job'])})`, legend: '{{job}}' }],
    },
    {
      title: 'Time that jobs take',
      description: 'Seconds of work in each second, on all instances.',
      unit: 'short',
      queries: [{ expr: `topk(10, sum by (job) (${rate('job_duration_seconds_sum')}))`, legend: '{{job}}' }],
    },
    {
      title: 'Since the last success',
      unit: 's',
      queries: [{ expr: 'topk(10, time() - max by (job) (job_last_success_timestamp_seconds))', legend: '{{job}}' }],
    },
  ],
};

const ofPortals = (metric: string): string => `${metric}{job="portal"}`;

export const systemDashboard: DashboardSource = {
  uid: 'system',
  title: 'Database and process',
  panels: [
    {
      title: 'Instances that answer',
      unit: 'short',
      isNumber: true,
      queries: [{ expr: 'sum(up{job="portal"})', legend: 'up' }],
    },
    {
      title: 'What the portal needs',
      description: '1: it answers.',
      unit: 'short',
      queries: [
        { expr: 'min by (instance) (database_up)', legend: 'database from {{instance}}' },
        { expr: 'min by (instance) (redis_up)', legend: 'Redis from {{instance}}' },
      ],
    },
    {
      title: 'Connections to the database',
      unit: 'short',
      queries: [{ expr: 'sum by (state) (db_pool_connections)', legend: '{{state}}' }],
    },
    {
      title: 'Statements',
      unit: 'ops',
      queries: [{ expr: `sum by (instance) (${rate('db_query_duration_seconds_count')})`, legend: '{{instance}}' }],
    },
    { title: 'Duration of statements', unit: 's', queries: quantiles('db_query_duration_seconds_bucket') },
    {
      title: 'Memory',
      unit: 'bytes',
      queries: [
        { expr: ofPortals('process_resident_memory_bytes'), legend: '{{instance}}' },
        { expr: 'memory_limit_bytes', legend: 'limit of {{instance}}' },
      ],
    },
    {
      title: 'Processor',
      description: 'Cores in use.',
      unit: 'short',
      queries: [{ expr: rate(ofPortals('process_cpu_seconds_total')), legend: '{{instance}}' }],
    },
    {
      title: 'Event loop, 99 %',
      description: 'How late the process gets to the next thing.',
      unit: 's',
      queries: [{ expr: ofPortals('nodejs_eventloop_lag_p99_seconds'), legend: '{{instance}}' }],
    },
    {
      title: 'Free space of the data folder',
      unit: 'bytes',
      queries: [{ expr: 'data_dir_free_bytes', legend: '{{instance}}' }],
    },
    { title: 'Clock', unit: 's', queries: [{ expr: 'clock_drift_seconds', legend: '{{instance}}' }] },
    {
      title: 'Running since',
      unit: 's',
      queries: [{ expr: `time() - ${ofPortals('process_start_time_seconds')}`, legend: '{{instance}}' }],
    },
    {
      title: 'Age of the last backup and drill',
      unit: 's',
      isNumber: true,
      queries: [{ expr: 'time() - max by (kind) (backup_last_success_timestamp_seconds)', legend: '{{kind}}' }],
    },
  ],
};
