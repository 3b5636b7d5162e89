import { ViewLinks } from '../../shared/ui/view-links.tsx';

const VIEWS = [
  { id: 'told', to: '/admin/network', label: 'What customers are told' },
  { id: 'actions', to: '/admin/network/lines', label: 'Network actions' },
  { id: 'differences', to: '/admin/network/lines?view=differences', label: 'Differences' },
  { id: 'packets', to: '/admin/network/lines?view=packets', label: 'Unusable packets' },
] as const;

export type NetworkView = (typeof VIEWS)[number]['id'];

/** The parts of the console that are about the network. */
export function NetworkViews({ current }: { current: NetworkView }) {
  return (
    <div className="mt-4">
      <ViewLinks label="Parts of the network" views={VIEWS} current={current} />
    </div>
  );
}
