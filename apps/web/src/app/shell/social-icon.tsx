import type { Brand } from '@portal/brand';

type Network = Brand['social'][number]['network'];

export const socialNames: Record<Network, string> = {
  facebook: 'Facebook',
  x: 'X',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
};

const PATHS: Record<Network, string> = {
  facebook: 'M14 8h3V4h-3a4 4 0 0 0-4 4v3H7v4h3v7h4v-7h3l1-4h-4V8Z',
  x: 'M4 4l16 16M20 4 4 20',
  instagram:
    'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5ZM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM17 7h.01',
  linkedin: 'M16 9a5 5 0 0 1 5 5v7h-4v-7a1.5 1.5 0 0 0-3 0v7h-4V9.5h4V11M3 9.5h4V21H3zM5 3.5v1',
};

export function SocialIcon({ network }: { network: Network }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[network]} />
    </svg>
  );
}
