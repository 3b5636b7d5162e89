import { CircleCheck, Gauge, Plus, Receipt, Ticket } from 'lucide-react';
import { formatNaira } from '../../shared/format/naira.ts';
import { ArrowLink } from '../../shared/ui/arrow-link.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { buttonClass } from '../../shared/ui/button.tsx';

/** What a customer's dashboard looks like: a picture with sample figures, said to be one. */
export function DashboardPreview() {
  return (
    <section className="section" aria-labelledby="preview-title">
      <div className="wrap two-columns">
        <div className="intro">
          <h2 className="h1" id="preview-title">
            See what your line is doing
          </h2>
          <p className="lead">
            Usage as it happens, speed you can test yourself, and every bill in one place. Add data before it runs out,
            not after.
          </p>
          <ArrowLink to="/register" className="mt-4">
            Create Account
          </ArrowLink>
        </div>
        <Preview />
      </div>
    </section>
  );
}

function Preview() {
  return (
    <div className="preview" role="img" aria-label="Sample of the customer dashboard">
      <div className="preview-head">
        <div>
          <p className="h3">Welcome, Amina</p>
          <p className="soft">Premium Fiber 100Mbps</p>
        </div>
        <Badge kind="ok" icon={CircleCheck}>
          Active
        </Badge>
      </div>
      <div className="preview-figures">
        <div>
          <p className="small soft">Speed</p>
          <p className="fig">
            94.2<span className="unit">Mbps</span>
          </p>
        </div>
        <div>
          <p className="small soft">Data used</p>
          <p className="fig">
            67.5<span className="unit">of 100 GB</span>
          </p>
        </div>
      </div>
      <div className="meter">
        <i />
      </div>
      <div className="preview-actions">
        <span className={buttonClass({})}>
          <Plus />
          Add Data
        </span>
        <span className={buttonClass({ variant: 'secondary' })}>
          <Gauge />
          Speed Test
        </span>
      </div>
      <ul className="rows activity">
        <li>
          <Receipt />
          <span>Payment received</span>
          <span className="semi">{formatNaira(25000)}</span>
        </li>
        <li>
          <Gauge />
          <span>Speed test completed</span>
          <span className="semi">94.2 Mbps</span>
        </li>
        <li>
          <Ticket />
          <span>Ticket resolved</span>
          <span className="soft">Router restarts</span>
        </li>
      </ul>
    </div>
  );
}
