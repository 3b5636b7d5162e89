import { brand } from '@portal/brand';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { ArrowLink } from '../../../shared/ui/button/arrow-link.tsx';
import { GlassSlab } from '../../../shared/ui/layout/glass-slab.tsx';

const VALUES = [
  {
    name: phrase('Say the number'),
    text: phrase('Speeds, prices and dates are stated as figures, before anything else.'),
  },
  {
    name: phrase('Own the fault'),
    text: phrase('When a line fails, one person follows it from the first call to the fix.'),
  },
  {
    name: phrase('Leave the door open'),
    text: phrase('No plan is a trap: change it yourself when your needs change.'),
  },
];

/** Mission, the uptime claim, and values. */
export function Commitments() {
  const t = useText();
  return (
    <>
      <section className="section" aria-labelledby="mission-title">
        <div className="wrap two-columns !items-stretch">
          <GlassSlab cut className="autopay">
            <div>
              <p className="autopay-figure">{brand.claims.uptime}</p>
              <p className="h3 mt-5">{t('uptime of the network')}</p>
              <p className="soft mt-2">{t('Faults and planned work are announced while they last, not afterwards.')}</p>
            </div>
            <ArrowLink to="/status" className="text-on-glass!">
              {t('Network Status')}
            </ArrowLink>
          </GlassSlab>
          <div className="self-center">
            <h2 className="h1" id="mission-title">
              {t('Our mission')}
            </h2>
            <p className="lead mt-4 max-w-[30em]">
              {t(
                'A line of glass to every door, at a price that is known before it is paid, and a person who answers.',
              )}
            </p>
            <ArrowLink to="/plans" className="mt-4">
              {t('View Plans')}
            </ArrowLink>
          </div>
        </div>
      </section>
      <section className="section" aria-labelledby="values-title">
        <div className="wrap">
          <h2 className="h1" id="values-title">
            {t('What we hold to')}
          </h2>
          <div className="help">
            {VALUES.map((value) => (
              <div key={value.name}>
                <h3 className="h3">{t(value.name)}</h3>
                <p className="soft">{t(value.text)}</p>
              </div>
            ))}
          </div>
        </div>
      </section>
    </>
  );
}
