import { brand } from '@portal/brand';
import { Building2, ChevronRight, type LucideIcon, Mail, MessageCircle, Phone, Ticket } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../shared/i18n/use-text.ts';
import { PageLink } from '../../shared/ui/navigation/page-link.tsx';

/** How to reach a person. */
export function ContactWays() {
  const t = useText();
  return (
    <section id="contact" aria-label={t('Contact Us')} className="scroll-mt-6">
      <ul className="border-ink border-t">
        <li className="border-line border-b">
          <PageLink className={ROW} to="/support#chat">
            <Way icon={MessageCircle} name={t('Live Chat')}>
              {t('Average response {time}', { time: t(brand.claims.chatReply) })}
            </Way>
          </PageLink>
        </li>
        <li className="border-line border-b">
          <a className={ROW} href={brand.phone.href}>
            <Way icon={Phone} name={brand.phone.label}>
              {t('Calls answered day and night')}
            </Way>
          </a>
        </li>
        <li className="border-line border-b">
          <PageLink className={ROW} to="/support#ticket">
            <Way icon={Ticket} name={t('Create Ticket')}>
              {t('Describe the fault once and follow it to the fix.')}
            </Way>
          </PageLink>
        </li>
        <li className="border-line border-b">
          <a className={ROW} href={`mailto:${brand.supportEmail}`}>
            <Way icon={Mail} name={brand.supportEmail}>
              {t('For documents and invoices')}
            </Way>
          </a>
        </li>
        <li className="border-line border-b">
          <a className={ROW} href={`mailto:${brand.salesEmail}`}>
            <Way icon={Building2} name={brand.salesEmail}>
              {t('Plans for a business or an institution')}
            </Way>
          </a>
        </li>
      </ul>
    </section>
  );
}

const ROW =
  'grid min-h-17 grid-cols-[24px_1fr_auto] items-center gap-3.5 py-2.5 hover:bg-[linear-gradient(90deg,var(--primary-tint),transparent)]';

type WayProps = { icon: LucideIcon; name: string; children: ReactNode };

function Way({ icon: WayIcon, name, children }: WayProps) {
  return (
    <>
      <WayIcon className="icon-large text-primary" />
      <span className="min-w-0">
        <span className="semi block break-words">{name}</span>
        <span className="soft small block">{children}</span>
      </span>
      <ChevronRight />
    </>
  );
}
