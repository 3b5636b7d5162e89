import { AutoPayAndProviders } from './auto-pay-and-providers.tsx';
import { DashboardPreview } from './dashboard-preview.tsx';
import { Hero } from './hero.tsx';
import { NetworkAndReferral } from './network-and-referral.tsx';
import { RegionChooser } from './region-chooser.tsx';
import { SupportWays } from './support-ways.tsx';

export function LandingPage() {
  return (
    <>
      <Hero />
      <RegionChooser />
      <DashboardPreview />
      <AutoPayAndProviders />
      <SupportWays />
      <NetworkAndReferral />
    </>
  );
}
