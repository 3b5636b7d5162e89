import { brand } from '@portal/brand';
import { Share2 } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';
import { GlassSlab } from '../../shared/ui/glass-slab.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { toast } from '../../shared/ui/toast.ts';

const SAMPLE_CODE = 'AMINA24';

export function NetworkAndReferral() {
  return (
    <section className="section" aria-label="Built-in tools">
      <div className="wrap tools">
        <NetworkStatusCard />
        <ReferCard />
      </div>
    </section>
  );
}

/** How it reads while no incident and no maintenance is announced. */
function NetworkStatusCard() {
  return (
    <GlassSlab cut className="network">
      <h2 className="h2">Network Status</h2>
      <dl>
        <div>
          <dt>Connection Status</dt>
          <dd>
            <span className="live" />
            Online
          </dd>
        </div>
        <div>
          <dt>Network Quality</dt>
          <dd>Excellent</dd>
        </div>
        <div>
          <dt>Scheduled Maintenance</dt>
          <dd>None</dd>
        </div>
      </dl>
    </GlassSlab>
  );
}

/** A visitor has no code yet: the code is marked as a sample, and what is shared is the way to an account. */
function ReferCard() {
  return (
    <Panel className="refer">
      <h2 className="h2">Refer &amp; Earn</h2>
      <p className="soft">Earn ₦2,000 per successful referral. Your friend gets 20% off the first month.</p>
      <div className="mt-auto">
        <p className="field-label mb-1.5">
          Your Referral Code <span className="font-normal text-ink-3">(sample)</span>
        </p>
        <p className="refer-code">
          {SAMPLE_CODE}
          <Button onClick={() => void share()}>
            <Share2 />
            Share Code
          </Button>
        </p>
      </div>
    </Panel>
  );
}

async function share() {
  const url = new URL('/register', location.origin).href;
  try {
    if ('share' in navigator) {
      await navigator.share({ title: brand.name, text: `Fibre internet from ${brand.name}`, url });
      return;
    }
    await copy(url);
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') return;
    toast({ title: 'Could not share', description: url, variant: 'destructive' });
  }
}

async function copy(url: string) {
  await navigator.clipboard.writeText(url);
  toast({ title: 'Link copied!', description: 'Create an account to share a code of your own.' });
}
