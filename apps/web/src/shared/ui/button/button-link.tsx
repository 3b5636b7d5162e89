import { classNames } from '../layout/class-names.ts';
import { PageLink, type PageLinkProps } from '../navigation/page-link.tsx';
import { type ButtonLook, buttonClass } from './button.tsx';

export type ButtonLinkProps = PageLinkProps & ButtonLook;

/** A link to another page of the portal that looks like a button. */
export function ButtonLink({ variant, size, block, className, ...rest }: ButtonLinkProps) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(block && { block }) };
  return <PageLink {...rest} className={classNames(buttonClass(look), className)} />;
}
