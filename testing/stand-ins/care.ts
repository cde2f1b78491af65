import { simulatedSystem } from '../../src/domain/integrations/simulated-system.ts';
import type { Services } from '../../src/server/pipeline/context.ts';
import { openCare } from '../../src/server/ports/residential-care/open-care.ts';
import type { CareResident, ResidentialCare } from '../../src/server/ports/residential-care/port.ts';
import {
  startCareStandIn,
  type CareStandIn,
} from '../../src/server/ports/residential-care/stand-in/stand-in.ts';

const none = () => Promise.reject(new Error('These services have no residential-care system'));

/** A residential-care system whose calls all fail, for services that need none. */
export const noCare: ResidentialCare = {
  check: none,
  activeResidents: none,
  sendPlan: none,
  withdrawPlan: none,
  papers: none,
  readPaper: none,
};

/** Connects services to a simulated residential-care system with these residents. */
export async function startCare(
  services: Services,
  residents: readonly CareResident[] = [],
): Promise<CareStandIn> {
  const { facilityCode, userName, secret } = simulatedSystem;
  const standIn = await startCareStandIn({
    credentials: { userName, secret },
    residents: new Map([[facilityCode, residents]]),
  });
  services.residentialCare = openCare(standIn);
  services.hasSimulatedCare = true;
  return standIn;
}
