import { brand } from '@portal/brand';
import { useText } from '../../i18n/use-text.ts';
import { PageLink } from '../navigation/page-link.tsx';

/** The brand's mark and name; a link to the start page of the portal or of another part of it. */
export function Logo({ to = '/' }: { to?: string }) {
  const t = useText();
  return (
    <PageLink className="logo" to={to} aria-label={t('{provider} home', { provider: brand.name })}>
      <svg viewBox="0 0 30 22" aria-hidden="true">
        <path d={brand.logo.path} fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
        {brand.logo.dot && (
          <circle className="logo-dot" cx={brand.logo.dot.x} cy={brand.logo.dot.y} r={brand.logo.dot.radius} />
        )}
      </svg>
      <span>{brand.name}</span>
    </PageLink>
  );
}
