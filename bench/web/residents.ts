import { fullAnswers, halfAnswers, person, provider } from '../../testing/people.ts';
import { staffCookie } from '../scale/staff.ts';
import type { Stage } from '../stage.ts';

const residents = 80;

/** Returns the Cookie header of an administrator of a provider with 80 residents, every fourth with a signed plan. */
export async function administratorOfHouse(stage: Stage): Promise<string> {
  const { services } = stage;
  const providerId = await provider(services, 'Wallaby Lodge');
  const [signed, begun] = [fullAnswers(), halfAnswers().step1];
  for (let number = 0; number < residents; number += 1) {
    await person(services, {
      providerId,
      firstName: `Resident ${number + 1}`,
      plan: number % 4 === 0 ? { status: 'complete', answers: signed } : { status: 'draft', answers: begun },
    });
  }
  return staffCookie(stage, 'provideradmin', providerId);
}
