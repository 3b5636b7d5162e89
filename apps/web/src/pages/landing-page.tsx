import { AutoPayAndProviders } from './landing/auto-pay-and-providers.tsx';
import { DashboardPreview } from './landing/dashboard-preview.tsx';
import { Hero } from './landing/hero.tsx';
import { NetworkAndReferral } from './landing/network-and-referral.tsx';
import { RegionChooser } from './landing/region-chooser.tsx';
import { SupportWays } from './landing/support-ways.tsx';

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
