import type { grievanceFindings, grievanceOutcomes } from '@portal/contract/identity/grievances';

export const findingLabels: Readonly<Record<(typeof grievanceFindings)[number], string>> = {
  violation: 'Their rights were violated',
  'no-violation': 'Their rights were not violated',
};

export const outcomeLabels: Readonly<Record<(typeof grievanceOutcomes)[number], string>> = {
  settled: 'Settled with the customer',
  commission: 'Taken to the Commission (NDPC)',
  court: 'Taken to court',
};
