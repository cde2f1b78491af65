import { simulatedSystem } from '../../../domain/integrations/simulated-system.ts';
import { guardedFetch } from '../outgoing/guarded-fetch.ts';
import { ecaseCare, type CallBounds } from './ecase.ts';
import type { CareResident, ResidentialCare } from './port.ts';
import type { CareStandIn } from './stand-in/stand-in.ts';

/**
 * Creates the adapter with guarded requests: an address that a provider gave may never be private, also outside production. Only
 * the simulated system is on this machine.
 */
export function openCare(standIn: { address: string } | null): ResidentialCare {
  return ecaseCare({
    fetchWithin: (bounds) => guardedFetch(bounds),
    simulated: standIn && {
      address: simulatedSystem.address,
      at: standIn.address,
      fetchWithin: (bounds: CallBounds) => guardedFetch({ ...bounds, allowedHosts: ['127.0.0.1'] }),
    },
  });
}

/** Returns the residential-care systems of providers, and outside production the simulated one, with these residents. */
export async function openCareOf(
  environment: string,
  findResidents: () => Promise<readonly CareResident[]>,
): Promise<{ care: ResidentialCare; careStandIn: CareStandIn | null }> {
  if (environment === 'prod') return { care: openCare(null), careStandIn: null };
  const { startCareStandIn } = await import('./stand-in/stand-in.ts');
  const { facilityCode, ...credentials } = simulatedSystem;
  const residents = new Map([[facilityCode, await findResidents()]]);
  const careStandIn = await startCareStandIn({ credentials, residents });
  return { care: openCare(careStandIn), careStandIn };
}
