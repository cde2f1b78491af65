import { createContext, use, useMemo, type ReactNode } from 'react';
import { useText } from '../app/texts.tsx';
import type { Translate } from '../../domain/i18n/texts.ts';
import type { Answers } from '../../domain/questionnaire/answers.ts';
import type { Reading } from '../../domain/questionnaire/reading/present.ts';
import { voiceOf, type Voice } from '../../domain/questionnaire/reading/voice.ts';
import type { Plan } from './plan.ts';

export type { Reading };

/** Wording of the surrounding questions, for tests of single parts; pages use `ReadingProvider`. */
export const ReadingContext = createContext<Reading | null>(null);

type Writer = Pick<Plan['user'], 'for_my_self' | 'account_owner' | 'first_name' | 'last_name'>;

/** Returns the voice of a plan while it is written. Before step 1 is saved the names come from the account. */
export function voiceWhileWriting(user: Writer, answers: Answers, t: Translate): Voice {
  const named: Answers = {
    ...answers,
    firstName: answers.firstName || (user.first_name ?? ''),
    lastName: answers.lastName || (user.last_name ?? ''),
  };
  return voiceOf(user, named, t);
}

/** Provides the voice of the plan to its children. */
export function ReadingProvider({
  plan,
  answers = plan.answers,
  children,
}: {
  plan: Plan;
  answers?: Answers;
  children: ReactNode;
}) {
  const t = useText();
  const reading = useMemo(() => ({ t, voice: voiceWhileWriting(plan.user, answers, t) }), [t, plan, answers]);
  return <ReadingContext value={reading}>{children}</ReadingContext>;
}

/** The same on the account pages, which read no plan: with the person's name from the account. */
export function AccountReadingProvider({ user, children }: { user: Writer; children: ReactNode }) {
  const t = useText();
  const reading = useMemo(() => ({ t, voice: voiceWhileWriting(user, {}, t) }), [t, user]);
  return <ReadingContext value={reading}>{children}</ReadingContext>;
}

/** Returns the wording of the surrounding questions. */
export function useReading(): Reading {
  const reading = use(ReadingContext);
  if (!reading) throw new Error('No ReadingProvider around');
  return reading;
}
