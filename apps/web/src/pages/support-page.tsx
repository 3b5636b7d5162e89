import { brand } from '@portal/brand';
import { ChevronDown, Mail, Phone } from 'lucide-react';
import { GlassSlab } from '../shared/ui/glass-slab.tsx';
import { RuledList } from '../shared/ui/ruled-list.tsx';
import { questions } from './support/questions.ts';

export function SupportPage() {
  return (
    <>
      <div className="wrap py-10 lg:pt-20 lg:pb-12">
        <h1 className="h1">24/7 Customer Support</h1>
        <p className="lead mt-4 max-w-[34em]">
          A person answers at any hour. Call when the line is down, write for the rest.
        </p>
      </div>
      <div className="wrap grid gap-12 pb-20 lg:grid-cols-[7fr_5fr] lg:gap-20">
        <div className="grid content-start gap-12">
          <ContactWays />
          <Faq />
        </div>
        <div className="grid content-start gap-8">
          <NetworkBox />
          <PaymentWays />
          <Office />
        </div>
      </div>
    </>
  );
}

function ContactWays() {
  return (
    <section id="contact" aria-labelledby="contact-title">
      <h2 className="h2" id="contact-title">
        Contact Us
      </h2>
      <ul className="rows mt-5 border-t border-ink pt-5">
        <li id="chat" className="grid gap-1">
          <h3 className="h3">Talk to a person now</h3>
          <p className="soft">{brand.supportHours}.</p>
          <a className="link inline-flex min-h-11 items-center gap-2 justify-self-start" href={brand.phone.href}>
            <Phone />
            {brand.phone.label}
          </a>
        </li>
        <li id="ticket" className="grid gap-1">
          <h3 className="h3">Report a fault</h3>
          <p className="soft">Say what happened and since when. The answer comes to your email address.</p>
          <a
            className="link inline-flex min-h-11 items-center gap-2 justify-self-start break-all"
            href={`mailto:${brand.supportEmail}?subject=Fault%20on%20my%20line`}
          >
            <Mail />
            {brand.supportEmail}
          </a>
        </li>
        <li className="grid gap-1">
          <h3 className="h3">Plans for a business or an institution</h3>
          <p className="soft">Ask for a quote or a site survey.</p>
          <a
            className="link inline-flex min-h-11 items-center gap-2 justify-self-start break-all"
            href={`mailto:${brand.salesEmail}`}
          >
            <Mail />
            {brand.salesEmail}
          </a>
        </li>
      </ul>
    </section>
  );
}

function Faq() {
  return (
    <section id="faq" aria-labelledby="faq-title">
      <h2 className="h2" id="faq-title">
        Questions and answers
      </h2>
      <div className="mt-5 border-t border-ink">
        {questions.map((entry) => (
          <details key={entry.id} id={entry.id} className="group border-b border-line">
            <summary className="h4 flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3">
              {entry.question}
              <ChevronDown className="text-ink-3 group-open:rotate-180" />
            </summary>
            <p className="soft max-w-[40em] pb-5">{entry.answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

function NetworkBox() {
  return (
    <section id="network" aria-labelledby="network-title">
      <GlassSlab cut className="network">
        <h2 className="h2" id="network-title">
          Network Status
        </h2>
        <dl>
          <div>
            <dt>Connection Status</dt>
            <dd>
              <span className="live" />
              Online
            </dd>
          </div>
          <div>
            <dt>Scheduled Maintenance</dt>
            <dd>None</dd>
          </div>
        </dl>
      </GlassSlab>
    </section>
  );
}

function PaymentWays() {
  return (
    <section className="border-t border-ink pt-5" aria-labelledby="ways-title">
      <h2 className="h3" id="ways-title">
        Payment options
      </h2>
      <ul className="rows mt-3">
        {['Paystack', 'Flutterwave', 'Quickteller', 'Bank transfer', 'USSD'].map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
    </section>
  );
}

function Office() {
  return (
    <section className="border-t border-ink pt-5" aria-labelledby="office-title">
      <h2 className="h3" id="office-title">
        Office
      </h2>
      <RuledList
        className="mt-3"
        facts={[
          {
            label: 'Address',
            value: `${brand.address.street}, ${brand.address.district}, ${brand.address.city}`,
          },
          { label: 'Open', value: brand.officeHours },
          { label: 'Support', value: brand.supportHours },
        ]}
      />
    </section>
  );
}
