import { simulatedSystem } from '../../../domain/integrations/simulated-system.ts';
import { guardedFetch } from '../outgoing/guarded-fetch.ts';
import { ecaseCare, type CallBounds } from './ecase.ts';
import type { ResidentialCare } from './port.ts';

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
