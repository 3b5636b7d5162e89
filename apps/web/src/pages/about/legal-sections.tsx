import { brand } from '@portal/brand';

const SECTIONS = [
  {
    id: 'privacy',
    title: 'Privacy Policy',
    paragraphs: [
      'We keep your name, email address, plan and payments, because without them we cannot connect and bill you. Your password is stored only as a hash. Card numbers are typed at the payment provider and never reach us.',
      `You may ask what we hold about you, have it corrected, or have it erased where no law obliges us to keep it, as the Nigeria Data Protection Act 2023 provides. Write to ${brand.supportEmail}.`,
    ],
  },
  {
    id: 'terms',
    title: 'Terms of Service',
    paragraphs: [
      'A subscription begins with its first payment and runs by calendar month. The price is the one shown before you pay. A plan change takes effect on the next billing cycle.',
      'The stated speed is the highest the line carries. Do not use the line to break the law or to disturb the network of others.',
    ],
  },
  {
    id: 'cookies',
    title: 'Cookie Policy',
    paragraphs: [
      'One cookie keeps you signed in. Your language, theme and an unfinished payment are remembered on your own device. There are no advertising or tracking cookies.',
    ],
  },
];

/** What the footer's Privacy, Terms and Cookie links lead to. */
export function LegalSections() {
  return (
    <div className="wrap grid gap-10 border-t border-line pt-12 pb-20 md:grid-cols-3">
      {SECTIONS.map((section) => (
        <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
          <h2 className="h3" id={`${section.id}-title`}>
            {section.title}
          </h2>
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph} className="soft mt-3">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </div>
  );
}
