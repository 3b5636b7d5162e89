import { type DashboardSource, quantile, quantiles, rate } from './dashboard-source.ts';

const CALLS = 'gateway_request_duration_seconds';

export const moneyDashboard: DashboardSource = {
  uid: 'money',
  title: 'Money',
  panels: [
    {
      title: 'Ledger',
      description: 'Anything but 0 is a defect.',
      unit: 'short',
      isNumber: true,
      queries: [{ expr: 'max(ledger_imbalance_kobo)', legend: 'kobo that do not add up' }],
    },
    {
      title: 'Open discrepancies',
      unit: 'short',
      isNumber: true,
      queries: [{ expr: 'max(gateway_discrepancies_open)', legend: 'discrepancies' }],
    },
    {
      title: 'Settlements of gateways',
      description: 'Open findings, and the days since what a gateway paid out was last read.',
      unit: 'short',
      queries: [
        { expr: 'max(settlement_findings_open)', legend: 'findings' },
        { expr: 'max by (gateway) (settlement_reading_age_seconds) / 86400', legend: '{{gateway}} read' },
        { expr: 'max by (gateway) (unsettled_payment_age_seconds) / 86400', legend: '{{gateway}} not settled' },
      ],
    },
    {
      title: 'Pending payments',
      unit: 'short',
      queries: [{ expr: 'max(payments_pending)', legend: 'pending' }],
    },
    {
      title: 'Outcomes by gateway',
      description: 'Payments an hour.',
      unit: 'short',
      queries: [
        { expr: 'sum by (gateway, outcome) (increase(payments_total[1h]))', legend: '{{gateway}} {{outcome}}' },
      ],
    },
    {
      title: 'Payments that succeed',
      description: 'The share of the payments of an hour that reached an outcome.',
      unit: 'percentunit',
      queries: [
        {
          expr: 'sum by (gateway) (increase(payments_total{outcome="successful"}[1h])) / sum by (gateway) (increase(payments_total[1h]))',
          legend: '{{gateway}}',
        },
      ],
    },
    {
      title: 'From opening to settlement',
      unit: 's',
      queries: [
        { expr: quantile(0.5, 'payment_settlement_seconds_bucket', ['gateway']), legend: '{{gateway}} half' },
        { expr: quantile(0.95, 'payment_settlement_seconds_bucket', ['gateway']), legend: '{{gateway}} 95 %' },
      ],
    },
    {
      title: 'Calls of gateways by outcome',
      description: '`unknown`, `not-sent` and `error` are no usable answers.',
      unit: 'cps',
      queries: [{ expr: `sum by (gateway, outcome) (${rate(`${CALLS}_count`)})`, legend: '{{gateway}} {{outcome}}' }],
    },
    {
      title: 'Calls of gateways, 95 %',
      unit: 's',
      queries: [
        { expr: quantile(0.95, `${CALLS}_bucket`, ['gateway', 'operation']), legend: '{{gateway}} {{operation}}' },
      ],
    },
    {
      title: 'Webhooks by outcome',
      unit: 'cps',
      queries: [{ expr: `sum by (gateway, outcome) (${rate('webhooks_total')})`, legend: '{{gateway}} {{outcome}}' }],
    },
    {
      title: 'Money to account numbers',
      unit: 'short',
      description: 'Only where VIRTUAL_ACCOUNTS names somebody. Transfers that wait for staff, and days without money.',
      queries: [
        { expr: 'max(unmatched_transfers_waiting)', legend: 'waiting for staff' },
        { expr: 'max(unmatched_transfer_oldest_age_seconds) / 86400', legend: 'days the oldest waits' },
        { expr: 'max by (provider) (virtual_accounts_silence_seconds) / 86400', legend: '{{provider}} days silent' },
      ],
    },
    {
      title: 'Waiting for the tax authority',
      unit: 'short',
      description: 'Only where EINVOICING is on. Refused documents wait for a person.',
      queries: [
        { expr: 'max(e_invoices_waiting)', legend: 'waiting' },
        { expr: 'max(e_invoices_refused)', legend: 'refused' },
      ],
    },
    {
      title: 'Oldest document that is not registered',
      unit: 's',
      description: 'Reporting has to be done within 24 hours.',
      queries: [{ expr: 'max by (procedure) (e_invoices_oldest_age_seconds)', legend: '{{procedure}}' }],
    },
    {
      title: 'Registrations by outcome',
      unit: 'cps',
      queries: [{ expr: `sum by (outcome) (${rate('e_invoice_registrations_total')})`, legend: '{{outcome}}' }],
    },
    {
      title: 'Since renewals ran',
      unit: 's',
      isNumber: true,
      queries: [{ expr: 'time() - max(job_last_success_timestamp_seconds{job="renewals"})', legend: 'ago' }],
    },
  ],
};

export const networkDashboard: DashboardSource = {
  uid: 'network',
  title: 'Network',
  panels: [
    {
      title: 'Accounting packets',
      unit: 'pps',
      queries: [{ expr: `sum by (outcome) (${rate('radius_accounting_packets_total')})`, legend: '{{outcome}}' }],
    },
    {
      title: 'Latency of accounting',
      description: 'An access server repeats a packet that is not answered within some seconds.',
      unit: 's',
      queries: quantiles('http_request_duration_seconds_bucket{route="/api/network/accounting"}'),
    },
    {
      title: 'Authorisations',
      unit: 'reqps',
      queries: [
        {
          expr: `sum by (status) (${rate('http_request_duration_seconds_count{route="/api/network/authorize"}')})`,
          legend: '{{status}}',
        },
      ],
    },
    {
      title: 'Latency of authorisation',
      unit: 's',
      queries: quantiles('http_request_duration_seconds_bucket{route="/api/network/authorize"}'),
    },
    { title: 'Open sessions', unit: 'short', queries: [{ expr: 'max(radius_sessions_open)', legend: 'sessions' }] },
    {
      title: 'RADIUS actions that are due',
      unit: 'short',
      queries: [{ expr: 'max(queue_depth{queue="radius-actions"})', legend: 'due' }],
    },
    {
      title: 'Oldest unconfirmed RADIUS action',
      unit: 's',
      queries: [{ expr: 'max(radius_action_age_seconds)', legend: 'oldest' }],
    },
    {
      title: 'Last packet of each access server',
      description: 'One with a session sends at least every five minutes.',
      unit: 's',
      queries: [{ expr: 'max by (server) (access_server_last_packet_age_seconds)', legend: '{{server}}' }],
    },
    {
      title: 'Disconnect and CoA that fail',
      unit: 'reqps',
      queries: [
        {
          expr: 'sum by (server, outcome) (rate(radius_coa_answers_total{outcome!="done"}[5m]))',
          legend: '{{server}} {{outcome}}',
        },
      ],
    },
  ],
};
