import { ArrowRight } from 'lucide-react';
import { classNames } from '../layout/class-names.ts';
import { PageLink, type PageLinkProps } from '../navigation/page-link.tsx';

export type ArrowLinkProps = PageLinkProps;

/** A quiet link: text and an arrow. */
export function ArrowLink({ className, children, ...rest }: ArrowLinkProps) {
  return (
    <PageLink {...rest} className={classNames('arrow-link', className)}>
      {children} <ArrowRight />
    </PageLink>
  );
}
