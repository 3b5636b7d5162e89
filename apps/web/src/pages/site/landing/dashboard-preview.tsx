import { CircleCheck, Gauge, Plus, Receipt, Ticket } from 'lucide-react';
import { formatNaira } from '../../../shared/format/naira.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { ArrowLink } from '../../../shared/ui/button/arrow-link.tsx';
import { buttonClass } from '../../../shared/ui/button/button.tsx';
import { Badge } from '../../../shared/ui/feedback/badge.tsx';

/** The demo customer's figures, so that the preview matches the test account. */
const SAMPLE = { name: 'Amina', plan: 'Premium Fiber 100Mbps' };

/** A preview of a customer's dashboard: sample figures, marked as such. */
export function DashboardPreview() {
  const t = useText();
  return (
    <section className="section" aria-labelledby="preview-title">
      <div className="wrap two-columns">
        <div className="intro">
          <h2 className="h1" id="preview-title">
            {t('See what your line is doing')}
          </h2>
          <p className="lead">
            {t(
              'Usage as it happens, speed you can test yourself, and every bill in one place. Add data before it runs out, not after.',
            )}
          </p>
          <ArrowLink to="/register" className="mt-4">
            {t('Create Account')}
          </ArrowLink>
        </div>
        <Preview />
      </div>
    </section>
  );
}

function Preview() {
  const t = useText();
  return (
    <div className="preview" role="img" aria-label={t('Sample of the customer dashboard')}>
      <div className="preview-head">
        <div>
          <p className="h3">{t('Welcome, {name}', { name: SAMPLE.name })}</p>
          <p className="soft">{SAMPLE.plan}</p>
        </div>
        <div className="flex flex-col items-end gap-1.5 sm:flex-row">
          <Badge kind="mute">{t('Sample')}</Badge>
          <Badge kind="ok" icon={CircleCheck}>
            {t('Active')}
          </Badge>
        </div>
      </div>
      <div className="preview-figures">
        <div>
          <p className="small soft">{t('Speed')}</p>
          <p className="fig">
            94.2<span className="unit">Mbps</span>
          </p>
        </div>
        <div>
          <p className="small soft">{t('Data used')}</p>
          <p className="fig">
            67.5<span className="unit">{t('of {limit}', { limit: '100 GB' })}</span>
          </p>
        </div>
      </div>
      <div className="meter">
        <i />
      </div>
      <div className="preview-actions">
        <span className={buttonClass({})}>
          <Plus />
          {t('Add Data')}
        </span>
        <span className={buttonClass({ variant: 'secondary' })}>
          <Gauge />
          {t('Speed Test')}
        </span>
      </div>
      <RecentActivity />
    </div>
  );
}

function RecentActivity() {
  const t = useText();
  return (
    <ul className="rows activity">
      <li>
        <Receipt />
        <span>{t('Payment received')}</span>
        <span className="semi">{formatNaira(25000)}</span>
      </li>
      <li>
        <Gauge />
        <span>{t('Speed test completed')}</span>
        <span className="semi">94.2 Mbps</span>
      </li>
      <li>
        <Ticket />
        <span>{t('Ticket resolved')}</span>
        <span className="soft">{t('Router restarts')}</span>
      </li>
    </ul>
  );
}
