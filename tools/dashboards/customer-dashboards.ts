import { type DashboardSource, quantile, quantiles, rate } from './dashboard-source.ts';

const REQUESTS = 'http_request_duration_seconds';
/** What people wait for: neither programs of the network nor scrapes. */
const PEOPLE = `{route!~"/api/network/.*|/api/webhooks/.*|/metrics|/healthz|/readyz"}`;

export const customersDashboard: DashboardSource = {
  uid: 'customers',
  title: 'Customers’ experience',
  panels: [
    {
      title: 'Requests',
      unit: 'reqps',
      queries: [{ expr: `sum by (status) (${rate(`${REQUESTS}_count`)})`, legend: '{{status}}' }],
    },
    {
      title: 'Failed requests',
      description: 'The share of 5xx. Above 1 % for five minutes it is an alert.',
      unit: 'percentunit',
      queries: [
        {
          expr: `(sum(${rate(`${REQUESTS}_count{status=~"5.."}`)}) or vector(0)) / sum(${rate(`${REQUESTS}_count`)})`,
          legend: '5xx',
        },
      ],
    },
    { title: 'Latency of people’s requests', unit: 's', queries: quantiles(`${REQUESTS}_bucket${PEOPLE}`) },
    {
      title: 'Slowest routes, 95 %',
      unit: 's',
      queries: [{ expr: `topk(10, ${quantile(0.95, `${REQUESTS}_bucket${PEOPLE}`, ['route'])})`, legend: '{{route}}' }],
    },
    {
      title: 'Busiest routes',
      unit: 'reqps',
      queries: [{ expr: `topk(10, sum by (route) (${rate(`${REQUESTS}_count`)}))`, legend: '{{route}}' }],
    },
    {
      title: 'Refusals by route',
      description: '429: limits against misuse; 401 and 403: sign-ins; 422: input; 503: database or overload.',
      unit: 'reqps',
      queries: [
        {
          expr: `topk(10, sum by (route, status) (${rate(`${REQUESTS}_count{status=~"[45].."}`)}))`,
          legend: '{{status}} {{route}}',
        },
      ],
    },
    {
      title: 'Requests by instance',
      unit: 'reqps',
      queries: [{ expr: `sum by (instance) (${rate(`${REQUESTS}_count`)})`, legend: '{{instance}}' }],
    },
    {
      title: 'Requests in flight',
      unit: 'short',
      queries: [{ expr: 'http_requests_in_flight', legend: '{{instance}}' }],
    },
  ],
};

export const messagesDashboard: DashboardSource = {
  uid: 'messages',
  title: 'Messages and support',
  panels: [
    {
      title: 'Attempts to send',
      unit: 'cps',
      queries: [{ expr: `sum by (channel, outcome) (${rate('messages_total')})`, legend: '{{channel}} {{outcome}}' }],
    },
    {
      title: 'Messages of the last day',
      unit: 'short',
      isNumber: true,
      queries: [
        { expr: 'sum by (channel, outcome) (increase(messages_total[1d]))', legend: '{{channel}} {{outcome}}' },
      ],
    },
    {
      title: 'Messages that are due',
      unit: 'short',
      queries: [{ expr: 'max(queue_depth{queue="messages"})', legend: 'due' }],
    },
    {
      title: 'How late the oldest message is',
      unit: 's',
      queries: [{ expr: 'max(queue_oldest_age_seconds{queue="messages"})', legend: 'oldest' }],
    },
    {
      title: 'Chats that wait for an agent',
      unit: 'short',
      queries: [{ expr: 'max(chat_waiting)', legend: 'waiting' }],
    },
    {
      title: 'How long the oldest chat has waited',
      unit: 's',
      queries: [{ expr: 'max(queue_oldest_age_seconds{queue="chats"})', legend: 'oldest' }],
    },
    {
      title: 'Open sockets',
      unit: 'short',
      queries: [{ expr: 'sum by (kind) (websocket_connections)', legend: '{{kind}}' }],
    },
  ],
};
