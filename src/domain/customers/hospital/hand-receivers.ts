import type { Translate } from '../../i18n/texts.ts';

/** To whom staff hand a plan (N-14). */
export const handReceivers = ['ambulance', 'hospital', 'doctor', 'other'] as const;
export type HandReceiver = (typeof handReceivers)[number];

/** Returns the line of the list of openings about a plan that staff handed over. `receiver` is one of `handReceivers`. */
export function handedText(
  { name, receiver }: { name: string | null; receiver: string | null },
  t: Translate,
): string {
  const known = handReceivers.find((each) => each === receiver) ?? 'other';
  const actor = name ?? t('hospital.opening.someone');
  return t('hospital.opening.handed', { actor, receiver: t(`hospital.to.${known}`) });
}
